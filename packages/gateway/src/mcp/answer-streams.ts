import type { Transport } from '@modelcontextprotocol/client';
import { type Id, type Message, read } from '@sluice/mcp';

/**
 * Requests to a server over streamable HTTP: one whose stream ends, or breaks, without an answer
 * has none to come, and whoever waits for it is told so.
 */
export class AnswerStreams {
  readonly #transport: Pick<Transport, 'send'>;
  readonly #lost: (id: Id) => Promise<void>;
  readonly #open: Map<Id, object> = new Map();

  constructor(transport: Pick<Transport, 'send'>, lost: (id: Id) => Promise<void>) {
    this.#transport = transport;
    this.#lost = lost;
  }

  async send(message: Message): Promise<void> {
    const said = read(message);
    if (said.kind !== 'request') return await this.#transport.send(message);
    const { id } = said;
    // Its id may be that of another request by the time that the stream ends.
    const own = {};
    this.#open.set(id, own);
    const onRequestStreamEnd = (): void => {
      if (this.#open.get(id) !== own) return;
      this.#open.delete(id);
      void this.#lost(id);
    };
    await this.#transport.send(message, { onRequestStreamEnd });
  }

  /** A message came: where it is an answer, none is missing any more. */
  heard(message: Message): void {
    const said = read(message);
    if (said.kind === 'reply') this.#open.delete(said.id);
  }
}
