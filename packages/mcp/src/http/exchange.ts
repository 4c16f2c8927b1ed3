import type { Proxy, ProxyEnds } from '../ends.ts';
import { type Message, read, type Request } from '../message.ts';
import { ClientResponse, isAnswerTo } from './client-response.ts';
import { routing } from './routing.ts';
import type { Head, ServerWay } from './server-way.ts';

export interface ExchangeParts {
  readonly way: ServerWay;
  readonly response: ClientResponse;
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal;
  /** Headers of the client's that go on with its own message. */
  readonly headers: Readonly<Record<string, string>>;
  readonly makeProxy: (ends: ProxyEnds) => Proxy;
  /** The client is given the server's status, too. */
  readonly onHead?: ((head: Head) => void) | undefined;
}

/** One request of HTTP: a message of the client's, and all that comes back for it. */
export class Exchange {
  readonly #parts: ExchangeParts;
  readonly #proxy: Proxy;
  readonly #over = new AbortController();
  readonly #signal: AbortSignal;
  readonly #asks: Promise<void>[] = [];
  #own: Request | undefined;
  #head: Head | undefined;
  #isHeard = false;
  #isResumed = false;
  #eventId: string | undefined;

  constructor(parts: ExchangeParts) {
    const { signal, makeProxy } = parts;
    this.#parts = parts;
    this.#signal = AbortSignal.any([signal, this.#over.signal]);
    this.#proxy = makeProxy({
      toClient: async (message) => this.#toClient(message),
      toServer: (message) => this.#toServer(message),
    });
  }

  /** Settles once the client has its answer, or has gone. */
  async post(message: Message): Promise<void> {
    const { signal, response } = this.#parts;
    const said = read(message);
    this.#own = said.kind === 'request' ? said : undefined;
    const gone = (): void => this.#proxy.clientClosed();
    signal.addEventListener('abort', gone, { once: true });
    try {
      await this.#proxy.fromClient(message);
      if (said.kind === 'request') await this.#answered();
      else response.end(this.#head?.status ?? 202);
    } catch {
      response.end(502);
    } finally {
      signal.removeEventListener('abort', gone);
      this.#over.abort();
    }
  }

  async #answered(): Promise<void> {
    // Asking for one thing may lead to asking for another.
    for (let at = 0; at < this.#asks.length; at += 1) {
      if (this.#parts.response.isEnded) return;
      await this.#asks[at];
    }
  }

  #toClient(message: Message): void {
    const { response, onHead } = this.#parts;
    if (this.#own === undefined || !isAnswerTo(message, this.#own.id)) {
      return response.notify(message, this.#eventId);
    }
    // Only the server's own word has the server's status: the client could take it for ours.
    const status = this.#isHeard || onHead !== undefined ? this.#head?.status : undefined;
    response.answer(message, { status, eventId: this.#eventId });
    this.#over.abort();
  }

  async #toServer(message: Message): Promise<void> {
    const said = read(message);
    const asked = this.#ask(message, said.kind === 'request' && said.id !== this.#own?.id);
    if (said.kind !== 'request') return await asked;
    const lost = (): Promise<void> => this.#proxy.lost(said.id);
    // A stream that says where to go on from may end before the answer, which then comes elsewhere.
    const ended = async (): Promise<void> =>
      this.#isResumed ? this.#parts.response.end(200) : await lost();
    this.#asks.push(asked.then(ended, lost));
  }

  /** `isAside`: the proxy asks on its own behalf. */
  async #ask(message: Message, isAside: boolean): Promise<void> {
    const { way, response, headers, onHead } = this.#parts;
    const asking = {
      verb: 'POST',
      message,
      headers: { ...(isAside ? {} : headers), ...routing(message) },
      signal: this.#signal,
    } as const;
    await way.ask(asking, {
      head: (head) => {
        if (isAside) return;
        this.#head = head;
        onHead?.(head);
        if (head.isStream) response.stream();
      },
      message: async (came, eventId) => {
        if (!isAside) this.#isHeard = true;
        this.#eventId = eventId;
        await this.#proxy.fromServer(came);
        this.#eventId = undefined;
      },
      aside: (lines) => {
        this.#isResumed ||= onHead !== undefined && lines.startsWith('id:');
        response.aside(onHead === undefined ? undefined : lines);
      },
    });
  }
}
