import { textIn } from './fields.ts';
import { isLevel, notified, passedNotification, passedRequest } from './client-words.ts';
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
import { ServerRequests } from './server-requests.ts';
import { heard, type Heard } from './server-words.ts';
import { told } from './told.ts';

export interface SendOptions {
  /** The client's request that a message of the server's belongs to. */
  readonly related?: Id | undefined;
}

export interface ProxyOptions {
  /** The server's name in the settings. */
  readonly name: string;
  /** Which program or address it is, as the settings say it. */
  readonly identity: string;
  readonly keeper: Gatekeeper;
  readonly toClient: (message: Message, options: SendOptions) => Promise<void>;
  readonly toServer: (message: Message) => Promise<void>;
  /** Told of the version that both speak. */
  readonly onVersion?: ((version: string) => void) | undefined;
  /** Told of what is not passed on; free of values. */
  readonly onLeftOut?: ((what: string) => void) | undefined;
}

/**
 * Stands between one client and one server. Messages are forwarded as they came where nothing has
 * to change; what is not known here is an error, and is never passed on unread.
 */
export class McpProxy {
  readonly #options: ProxyOptions;
  readonly #offers: Offers;
  readonly #pending = new Pending();
  readonly #own: OwnRequests;
  readonly #asked: ServerRequests;
  #isIntroduced = false;
  #isClosed = false;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#offers = new Offers(options.keeper);
    const { name, keeper, toServer } = options;
    const toClient = async (message: Message): Promise<void> =>
      await this.#tell(message, { related: this.#pending.latest() });
    this.#asked = new ServerRequests({ name, keeper, toServer, toClient });
    this.#own = new OwnRequests((message) => options.toServer(message));
  }

  async fromClient(message: Message): Promise<void> {
    const said = read(message);
    switch (said.kind) {
      case 'request':
        return await this.#request(said);
      case 'notification':
        return await this.#notification(said.method, said.params);
      case 'reply':
        return await this.#asked.answer(said);
      case 'stray':
        return this.#options.onLeftOut?.('a message of the client that is none');
    }
  }

  async fromServer(message: Message): Promise<void> {
    const said = read(message);
    switch (said.kind) {
      case 'request':
        return await this.#asked.ask(said);
      case 'notification':
        return await this.#heard(said.method, said.params, message);
      case 'reply':
        return await this.#replied(said, message);
      case 'stray':
        return this.#options.onLeftOut?.('a message of the server that is none');
    }
  }

  /** The server has gone: nothing that waits for it will be answered. */
  async serverClosed(text: string = told.gone): Promise<void> {
    this.#isClosed = true;
    this.#own.end();
    await Promise.all(this.#pending.all.map((each) => this.#fail(each, codes.internal, text)));
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

  async #request(request: Request): Promise<void> {
    const { id } = request;
    if ('task' in request.params) {
      return await this.#tell(errorTo(id, codes.invalidParams, told.noTasks), {});
    }
    if (this.#pending.isInUse(id)) {
      return await this.#tell(errorTo(id, codes.invalidRequest, told.idInUse), {});
    }
    if (this.#pending.isFull) return await this.#tell(errorTo(id, codes.refused, told.tooMany), {});
    const waiting = this.#pending.add(this.#known(request));
    try {
      await this.#forward(waiting);
    } catch {
      await this.#fail(waiting, codes.internal, told.notChecked);
    }
  }

  /** The request less what nobody checks. */
  #known(request: Request): Request {
    const { params, isAll } = passedRequest(request);
    if (!isAll) this.#options.onLeftOut?.(`members of a request \`${request.method}\``);
    return { ...request, params };
  }

  async #forward(waiting: Waiting): Promise<void> {
    const { method, params } = waiting.request;
    if (this.#isClosed) return await this.#fail(waiting, codes.internal, told.gone);
    if (method === 'initialize') return await this.#introduce(waiting);
    if (isChecked(method)) return await this.#check(waiting);
    if (listings.has(method)) return await this.#page(waiting, params['cursor']);
    if (method === 'ping' || isLevel(waiting.request)) return await this.#send(waiting);
    await this.#fail(waiting, codes.unknownMethod, told.unknownMethod);
  }

  /** Once: what a client says of itself is checked by nobody. */
  async #introduce(waiting: Waiting): Promise<void> {
    const { params } = waiting.request;
    if (this.#isIntroduced) return await this.#fail(waiting, codes.invalidRequest, told.introduced);
    this.#isIntroduced = true;
    // A version that nobody knows is answered with one that the server knows.
    const version = textIn(params['protocolVersion']) ?? '';
    const protocolVersion = versions.has(version) ? version : '2025-11-25';
    const sources = this.#options.keeper.labels();
    await this.#send(waiting, introduced({ ...params, protocolVersion }, sources));
  }

  async #page(waiting: Waiting, name: unknown): Promise<void> {
    if (name === undefined) return await this.#send(waiting);
    const cursor = this.#offers.page(name);
    if (cursor === undefined) {
      return await this.#fail(waiting, codes.invalidParams, told.unknownCursor);
    }
    await this.#send(waiting, { ...waiting.request.params, cursor });
  }

  async #check(waiting: Waiting): Promise<void> {
    const call = await checkedCall(waiting.request, {
      offers: this.#offers,
      list: (method) => this.#listAll(method),
    });
    // A client that cancelled has no answer, and nothing was done for it.
    if (!this.#pending.has(waiting)) return;
    if (call.kind === 'none') return await this.#stop(waiting, call.text);
    waiting.call = call;
    const word = await this.#options.keeper.check(call.call, waiting.abort.signal);
    if (!this.#pending.has(waiting)) return;
    if (word.kind === 'stop') return await this.#stop(waiting, word.text);
    await this.#send(waiting);
  }

  async #send(waiting: Waiting, params = waiting.request.params): Promise<void> {
    const { request } = waiting;
    waiting.isSent = true;
    try {
      await this.#options.toServer(withParams(request, params));
    } catch {
      await this.#fail(waiting, codes.internal, told.gone);
    }
  }

  /** A model is told of a call that was not made as of a call that failed. */
  async #stop(waiting: Waiting, text: string): Promise<void> {
    const { id, method } = waiting.request;
    if (method !== 'tools/call') return await this.#fail(waiting, codes.refused, text);
    if (!this.#pending.close(waiting)) return;
    const result = { content: [{ type: 'text', text }], isError: true };
    await this.#tell(resultTo(id, result), {});
  }

  async #fail(waiting: Waiting, code: number, text: string): Promise<void> {
    if (!this.#pending.close(waiting)) return;
    await this.#tell(errorTo(waiting.request.id, code, text), {});
  }

  async #notification(method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    const { onLeftOut, toServer } = this.#options;
    const passed = passedNotification(method, params);
    if (passed === undefined) return onLeftOut?.('a notification of the client');
    if (!passed.isAll) onLeftOut?.(`members of a notification \`${method}\``);
    if (method === 'notifications/cancelled') {
      const waiting = this.#pending.get(idIn(params['requestId']));
      if (waiting === undefined) return;
      this.#pending.cancel(waiting);
      // The server never had one that waits here.
      if (!waiting.isSent) return;
    }
    await toServer(notified(method, passed));
  }

  async #replied(reply: Reply, message: Message): Promise<void> {
    if (this.#own.settle(reply) || this.#pending.wasCancelled(reply.id)) return;
    const waiting = this.#pending.get(reply.id);
    if (waiting?.isSent !== true) return this.#options.onLeftOut?.('a reply to no request');
    try {
      const given = await this.#given(waiting, reply, message);
      if (this.#pending.close(waiting)) await this.#tell(given, {});
    } catch {
      await this.#fail(waiting, codes.internal, told.notKept);
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
      if ('result' in reply) this.#offers.linked(reply.result);
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
