import { envelopeOf, versionOf } from './era.ts';
import { nextPage, type Offers } from './lists.ts';
import { mcpLimits } from './limits.ts';
import { codes, type Id, type Message, type Reply, type Request, withParams } from './message.ts';

/** Requests of the proxy's own to a server. */
export class OwnRequests {
  readonly #send: (message: Message) => Promise<void>;
  readonly #waiting: Map<Id, (reply: Reply) => void> = new Map();
  #count = 0;

  constructor(send: (message: Message) => Promise<void>) {
    this.#send = send;
  }

  /** False: the reply is to nothing that was asked here. */
  settle(reply: Reply): boolean {
    const settle = this.#waiting.get(reply.id);
    settle?.(reply);
    return settle !== undefined;
  }

  /** No reply comes any more. */
  end(): void {
    for (const id of this.#waiting.keys()) this.lost(id);
  }

  /** No reply to this one comes any more. */
  lost(id: Id): void {
    this.#waiting.get(id)?.({ id, error: { code: codes.internal, text: '' } });
  }

  /** Asks for every page of a list on behalf of a request, so that it is known what it may use. */
  async listAll(
    method: string,
    { params: asked }: Request,
    offers: Pick<Offers, 'shown'>,
  ): Promise<void> {
    const envelope = versionOf(asked) === undefined ? {} : { _meta: envelopeOf(asked) };
    let cursor: string | undefined;
    for (let page = 0; page < mcpLimits.pagesMax; page += 1) {
      const place = cursor === undefined ? {} : { cursor };
      const reply = await this.ask(method, { ...place, ...envelope });
      if ('error' in reply) return;
      await offers.shown(method, reply.result);
      cursor = nextPage(reply.result);
      if (cursor === undefined) return;
    }
  }

  async ask(method: string, params: Readonly<Record<string, unknown>>): Promise<Reply> {
    this.#count += 1;
    const id = `sluice-${this.#count}`;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    this.#waiting.set(id, resolve);
    try {
      await this.#send(withParams({ id, method, params }, params));
      return await promise;
    } finally {
      this.#waiting.delete(id);
    }
  }
}
