import { codes, errorTo, type Id, type Message, read } from './message.ts';
import { Pending } from './pending.ts';
import type { Proxy, ProxyEnds } from './ends.ts';
import { told } from './told.ts';

/**
 * Passes on every message as it came. It checks, hides, labels and records nothing: it shows what
 * the way through a proxy changes, and is no protection at all.
 */
export class ForwardingProxy implements Proxy {
  readonly #ends: ProxyEnds;
  readonly #pending = new Pending();
  #isClosed = false;

  constructor(ends: ProxyEnds) {
    this.#ends = ends;
  }

  async fromClient(message: Message): Promise<void> {
    const said = read(message);
    if (said.kind !== 'request') return await this.#ends.toServer(message);
    const { id } = said;
    if (this.#pending.get(id) !== undefined) {
      return await this.#tell(errorTo(id, codes.invalidRequest, told.idInUse));
    }
    if (this.#pending.isFull) return await this.#tell(errorTo(id, codes.refused, told.tooMany));
    this.#pending.add(said).isSent = true;
    if (this.#isClosed) return await this.lost(id);
    await this.#ends.toServer(message).catch(async () => await this.lost(id));
  }

  async fromServer(message: Message): Promise<void> {
    const said = read(message);
    if (said.kind === 'reply') {
      const request = this.#pending.get(said.id)?.request;
      if (request === undefined) return;
      const result = 'result' in said ? said.result : {};
      const version = request.method === 'initialize' ? result['protocolVersion'] : undefined;
      if (typeof version === 'string') this.#ends.onVersion?.(version);
      this.#pending.end(said.id);
      return await this.#tell(message);
    }
    // An error that belongs to no request answers none.
    if (said.kind === 'stray') return;
    const token = said.kind === 'notification' ? said.params['progressToken'] : undefined;
    const related = token === undefined ? this.#pending.latest() : this.#pending.byToken(token);
    await this.#tell(message, related);
  }

  async lost(id: Id): Promise<void> {
    if (this.#pending.end(id)) await this.#tell(errorTo(id, codes.internal, told.gone));
  }

  async serverClosed(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#pending.all.map(({ request }) => this.lost(request.id)));
  }

  clientClosed(): void {
    this.#pending.abortAll();
  }

  /** Nothing is hidden, so nothing comes to be seen. */
  async offersChanged(): Promise<void> {}

  async #tell(message: Message, related?: Id): Promise<void> {
    await this.#ends.toClient(message, { related }).catch(() => {});
  }
}
