import type { ServerWay } from '../http/server-way.ts';
import { type Id, type Message, read } from '../message.ts';
import { StatelessServer } from './stateless-server.ts';

interface Parts {
  /** Sends over the session that the client began. */
  readonly send: (message: Message) => Promise<void>;
  /** `undefined`: a program, which is spoken to in one way only. */
  readonly way: ServerWay | undefined;
  readonly toClient: (message: Message) => Promise<void>;
}

/** A client's session with a server of either era: one that knows no sessions is asked without. */
export class EitherServer {
  readonly #parts: Parts;
  #hello: { readonly id: Id; readonly message: Message } | undefined;
  #bridge: StatelessServer | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async send(message: Message): Promise<void> {
    if (this.#bridge !== undefined) return await this.#bridge.send(message);
    const said = read(message);
    const isHello = said.kind === 'request' && said.method === 'initialize';
    if (!isHello) return await this.#parts.send(message);
    this.#hello = { id: said.id, message };
    try {
      await this.#parts.send(message);
    } catch (error) {
      if (!(await this.#isBridged())) throw error;
    }
  }

  async heard(message: Message): Promise<void> {
    const said = read(message);
    if (said.kind !== 'reply' || said.id !== this.#hello?.id) {
      return await this.#parts.toClient(message);
    }
    if ('error' in said && (await this.#isBridged())) return;
    this.#hello = undefined;
    await this.#parts.toClient(message);
  }

  close(): void {
    this.#bridge?.close();
  }

  async #isBridged(): Promise<boolean> {
    const { way, toClient } = this.#parts;
    const hello = this.#hello;
    this.#hello = undefined;
    if (way === undefined || hello === undefined) return false;
    this.#bridge = new StatelessServer(way, toClient);
    await this.#bridge.send(hello.message);
    return true;
  }
}
