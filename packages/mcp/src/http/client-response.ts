import type { ServerResponse } from 'node:http';
import { eraCodes } from '../era.ts';
import { codes, type Id, type Message, read, textOf } from '../message.ts';

interface Sending {
  /** The status of the server's own answer. */
  readonly status?: number | undefined;
  readonly eventId?: string | undefined;
}

/** The answer to one request of HTTP: one message, or a stream of events up to the answer. */
export class ClientResponse {
  readonly #response: ServerResponse;
  readonly #headers: Record<string, string> = { 'cache-control': 'no-store' };

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get isEnded(): boolean {
    return this.#response.writableEnded || this.#response.destroyed;
  }

  header(name: string, value: string | undefined): void {
    if (value !== undefined) this.#headers[name] = value;
  }

  /** Sends the answer to the request `id`, and ends with it. */
  answer(message: Message, { status, eventId }: Sending = {}): void {
    if (this.isEnded) return;
    if (this.#response.headersSent) {
      this.notify(message, eventId);
      return void this.#response.end();
    }
    this.#write(status ?? statusOf(message), 'application/json');
    this.#response.end(textOf(message));
  }

  /** Sends a message before the answer, or beside any. */
  notify(message: Message, eventId?: string): void {
    if (this.isEnded) return;
    this.stream();
    const id = eventId === undefined ? '' : `id: ${eventId}\n`;
    this.#response.write(`event: message\n${id}data: ${textOf(message)}\n\n`);
  }

  /** From here on a stream of events. */
  stream(): void {
    if (this.isEnded || this.#response.headersSent) return;
    this.#write(200, 'text/event-stream');
    this.#response.flushHeaders();
  }

  /** Writes lines of a stream that are no message. */
  aside(lines = ': '): void {
    if (!this.isEnded && this.#response.headersSent) this.#response.write(`${lines}\n\n`);
  }

  /** Ends without a message. */
  end(status: number): void {
    if (this.isEnded) return;
    if (!this.#response.headersSent) this.#response.writeHead(status, this.#headers);
    this.#response.end();
  }

  #write(status: number, type: string): void {
    this.#response.writeHead(status, { ...this.#headers, 'content-type': type });
  }
}

/** The status of an answer of the proxy's own. */
function statusOf(message: Message): number {
  const said = read(message);
  if (said.kind !== 'reply' || !('error' in said)) return 200;
  return statuses.get(said.error.code) ?? 200;
}

const statuses: ReadonlyMap<number, number> = new Map([
  [eraCodes.headerMismatch, 400],
  [eraCodes.missingCapability, 400],
  [eraCodes.unsupportedVersion, 400],
  [codes.invalidRequest, 400],
  [codes.unknownMethod, 404],
]);

export function isAnswerTo(message: Message, id: Id): boolean {
  const said = read(message);
  return said.kind === 'reply' && said.id === id;
}
