import type { Proxy, ProxyEnds, SendOptions } from './ends.ts';
import { textIn } from './fields.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { introduced, introduction, serverOffer, versions } from './introduction.ts';
import { changes, listings, Offers } from './lists.ts';
import {
  codes,
  errorTo,
  type Id,
  idIn,
  type Message,
  read,
  type Reply,
  type Request,
  resultTo,
  withParams,
} from './message.ts';
import { OwnRequests } from './own-requests.ts';
import { Pending, type Waiting } from './pending.ts';
import { checkedCall, isChecked } from './sinks.ts';
import { asked, heard, type Heard } from './server-words.ts';
import { told } from './told.ts';

export interface ProxyOptions extends ProxyEnds {
  /** The server's name in the settings. */
  readonly name: string;
  /** Which program or address it is, as the settings say it. */
  readonly identity: string;
  readonly keeper: Gatekeeper;
  /** Told of what is not passed on; free of values. */
  readonly onLeftOut?: ((what: string) => void) | undefined;
}

/**
 * Stands between one client and one server. Messages are forwarded as they came where nothing has
 * to change; what is not known here is an error, and is never passed on unread.
 */
export class McpProxy implements Proxy {
  readonly #options: ProxyOptions;
  readonly #offers: Offers;
  readonly #pending = new Pending();
  readonly #own: OwnRequests;
  /** Requests of the server's that the client has. */
  readonly #asked: Set<Id> = new Set();
  #isClosed = false;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#offers = new Offers(options.keeper);
    this.#own = new OwnRequests((message) => options.toServer(message));
  }

  async fromClient(message: Message): Promise<void> {
    const said = read(message);
    switch (said.kind) {
      case 'request':
        return await this.#request(said, message);
      case 'notification':
        return await this.#notification(said.method, said.params, message);
      case 'reply':
        // An answer to what was not asked could be taken for one that was.
        if (this.#asked.delete(said.id)) await this.#options.toServer(message);
        return;
      case 'stray':
        return this.#options.onLeftOut?.('a message of the client that is none');
    }
  }

  async fromServer(message: Message): Promise<void> {
    const said = read(message);
    switch (said.kind) {
      case 'request':
        return await this.#askedBy(said);
      case 'notification':
        return await this.#heard(said.method, said.params, message);
      case 'reply':
        return await this.#replied(said, message);
      case 'stray':
        return this.#options.onLeftOut?.('a message of the server that is none');
    }
  }

  /** No answer to this request of the client's comes any more. */
  async lost(id: Id): Promise<void> {
    this.#own.lost(id);
    await this.#fail(id, codes.internal, told.gone);
  }

  /** The server has gone: nothing that waits for it will be answered. */
  async serverClosed(): Promise<void> {
    this.#isClosed = true;
    this.#own.end();
    const { ids } = this.#pending;
    await Promise.all(ids.map((id) => this.#fail(id, codes.internal, told.gone)));
  }

  /** The client has gone: nobody waits for anything. */
  clientClosed(): void {
    this.#pending.abortAll();
  }

  /** Somebody accepted something: the client is to list again. */
  async offersChanged(): Promise<void> {
    this.#offers.forget();
    const method = 'notifications/tools/list_changed';
    await this.#tell({ jsonrpc: '2.0', method }, {});
  }

  async #request(request: Request, message: Message): Promise<void> {
    const { id } = request;
    if (this.#pending.get(id) !== undefined) {
      return await this.#tell(errorTo(id, codes.invalidRequest, told.idInUse), {});
    }
    if (this.#pending.isFull) return await this.#tell(errorTo(id, codes.refused, told.tooMany), {});
    this.#pending.add(request);
    try {
      await this.#forward(request, message);
    } catch {
      await this.#fail(id, codes.internal, told.notChecked);
    }
  }

  async #forward(request: Request, message: Message): Promise<void> {
    const { id, method, params } = request;
    if (this.#isClosed) return await this.#fail(id, codes.internal, told.gone);
    if (method === 'initialize') {
      const version = textIn(params['protocolVersion']) ?? '';
      // A version that nobody knows is answered with one that the server knows.
      const known = versions.has(version) ? params : { ...params, protocolVersion: '2025-11-25' };
      return await this.#send(id, withParams(request, introduced(known)));
    }
    if ('task' in params) return await this.#fail(id, codes.invalidParams, told.noTasks);
    if (isChecked(method)) return await this.#check(request, message);
    if (listings.has(method) || method === 'ping' || isLevel(request)) {
      return await this.#send(id, message);
    }
    await this.#fail(id, codes.unknownMethod, told.unknownMethod);
  }

  async #check(request: Request, message: Message): Promise<void> {
    const { id } = request;
    const call = await checkedCall(request, {
      offers: this.#offers,
      list: (method) => this.#listAll(method),
    });
    if (call.kind === 'none') return await this.#stop(request, call.text);
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    pending.call = call;
    const { signal } = pending.abort;
    const word = await this.#options.keeper.check(call.call, signal);
    // A client that cancelled has no answer, and nothing was done for it.
    if (signal.aborted) return void this.#pending.end(id);
    if (this.#pending.get(id) === undefined) return;
    if (word.kind === 'stop') return await this.#stop(request, word.text);
    await this.#send(id, message);
  }

  async #send(id: Id, message: Message): Promise<void> {
    const pending = this.#pending.get(id);
    if (pending !== undefined) pending.isSent = true;
    try {
      await this.#options.toServer(message);
    } catch {
      await this.#fail(id, codes.internal, told.gone);
    }
  }

  /** A model is told of a call that was not made as of a call that failed. */
  async #stop({ id, method }: Request, text: string): Promise<void> {
    if (method !== 'tools/call') return await this.#fail(id, codes.refused, text);
    if (!this.#pending.end(id)) return;
    const result = { content: [{ type: 'text', text }], isError: true };
    await this.#tell(resultTo(id, result), {});
  }

  async #fail(id: Id, code: number, text: string): Promise<void> {
    if (!this.#pending.end(id)) return;
    await this.#tell(errorTo(id, code, text), {});
  }

  async #notification(
    method: string,
    params: Readonly<Record<string, unknown>>,
    message: Message,
  ): Promise<void> {
    if (method === 'notifications/cancelled') {
      const id = idIn(params['requestId']);
      const pending = this.#pending.get(id);
      pending?.abort.abort();
      // The server never had one that waits here.
      if (id !== undefined && pending?.isSent === false) return void this.#pending.end(id);
      if (pending === undefined) return;
    } else if (!fromClients.has(method)) {
      return this.#options.onLeftOut?.('a notification of the client');
    }
    await this.#options.toServer(message);
  }

  async #replied(reply: Reply, message: Message): Promise<void> {
    if (this.#own.settle(reply)) return;
    const pending = this.#pending.get(reply.id);
    if (pending?.isSent !== true) return this.#options.onLeftOut?.('a reply to no request');
    try {
      const given = await this.#given(pending, reply, message);
      if (this.#pending.end(reply.id)) await this.#tell(given, {});
    } catch {
      await this.#fail(reply.id, codes.internal, told.notKept);
    }
  }

  /** The reply as the client is given it. */
  async #given(
    { request: { id, method }, call }: Waiting,
    reply: Reply,
    message: Message,
  ): Promise<Message> {
    if (call !== undefined) {
      await this.#options.keeper.received(call.call, call.read(reply));
      return message;
    }
    if ('error' in reply) return errorTo(id, reply.error.code, told.error);
    if (method === 'initialize') return await this.#introduced(id, reply.result);
    if (listings.has(method)) return resultTo(id, await this.#offers.shown(method, reply.result));
    // Nothing is asked for in these, so nothing of a server's is to be read in them.
    return resultTo(id, {});
  }

  async #introduced(id: Id, result: Readonly<Record<string, unknown>>): Promise<Message> {
    const version = textIn(result['protocolVersion']) ?? '';
    if (!versions.has(version)) {
      return errorTo(id, codes.refused, told.unknownVersion);
    }
    const { name, identity, onVersion } = this.#options;
    onVersion?.(version);
    const [isShown = false] = await this.#offers.admit([serverOffer(name, identity, result)]);
    return resultTo(id, introduction(result, { name, isShown }));
  }

  async #askedBy(request: Request): Promise<void> {
    const { name, keeper } = this.#options;
    const answer = asked(request, { name, forms: keeper.labels().forms });
    if (answer.to === 'server') return await this.#options.toServer(answer.message);
    this.#asked.add(request.id);
    await this.#tell(answer.message, { related: this.#pending.latest() });
  }

  async #heard(
    method: string,
    params: Readonly<Record<string, unknown>>,
    message: Message,
  ): Promise<void> {
    if (changes.has(method)) this.#offers.forget();
    const { keeper, onLeftOut } = this.#options;
    const given: Heard = heard({ method, params, message }, keeper.labels());
    if (given.kind === 'left-out') return onLeftOut?.(`a notification of the server`);
    const { said, related } = given;
    if (said !== undefined) await keeper.said(said);
    const token = related === undefined ? this.#pending.latest() : this.#pending.byToken(related);
    // Progress of what nobody waits for is of no use to anybody.
    if (related !== undefined && token === undefined) return;
    await this.#tell(given.message, { related: token });
  }

  /** A client that has gone is told nothing. */
  async #tell(message: Message, options: SendOptions): Promise<void> {
    await this.#options.toClient(message, options).catch(() => {});
  }

  /** Lists all of one kind, so that it is known which the client may use. */
  async #listAll(method: string): Promise<void> {
    await this.#own.list(method, async (page) => void (await this.#offers.shown(method, page)));
  }
}

const fromClients: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

const levels: ReadonlySet<unknown> = new Set([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);

function isLevel({ method, params }: Request): boolean {
  return method === 'logging/setLevel' && levels.has(params['level']);
}
