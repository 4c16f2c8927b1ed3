import type { Proxy, SendOptions } from './ends.ts';
import { stateless, versionOf } from './era.ts';
import { isLevel, notified, passedNotification } from './client-words.ts';
import { Introductions } from './introductions.ts';
import { listings, Offers } from './lists.ts';
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
import type { ProxyOptions } from './proxy-options.ts';
import { Rounds } from './rounds.ts';
import { checkedCall, isChecked } from './sinks.ts';
import { ServerRequests } from './server-requests.ts';
import { ServerVoice } from './server-voice.ts';
import { asPrivate, ended, lessUnchecked, listened, resourcesIn } from './stateless.ts';
import { told } from './told.ts';

/**
 * Stands between one client and one server. Messages are forwarded as they came where nothing has
 * to change; what is not known here is an error, and is never passed on unread.
 */
export class McpProxy implements Proxy {
  readonly #options: ProxyOptions;
  readonly #offers: Offers;
  readonly #pending = new Pending();
  readonly #own: OwnRequests;
  readonly #asked: ServerRequests;
  readonly #rounds: Rounds;
  readonly #introductions: Introductions;
  readonly #voice: ServerVoice;
  #isIntroduced = false;
  #isClosed = false;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#offers = options.offers ?? new Offers(options.keeper);
    const { name, identity, keeper, toServer } = options;
    // Two programs that a client starts may go by one name.
    this.#rounds = new Rounds({ ...options, owner: `${options.owner} ${name} ${identity}` });
    const toClient = async (message: Message): Promise<void> =>
      await this.#tell(message, { related: this.#pending.latest() });
    this.#asked = new ServerRequests({ name, keeper, toServer, toClient });
    this.#own = new OwnRequests((message) => options.toServer(message));
    this.#introductions = new Introductions({ ...options, offers: this.#offers, own: this.#own });
    this.#voice = new ServerVoice({
      ...options,
      pending: this.#pending,
      offers: this.#offers,
      tell: (given, sending) => this.#tell(given, sending),
    });
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
        return await this.#voice.heard(said, message);
      case 'reply':
        return await this.#replied(said, message);
      case 'stray':
        return this.#options.onLeftOut?.('a message of the server that is none');
    }
  }

  /** No answer to this request of the client's comes any more. */
  async lost(id: Id): Promise<void> {
    this.#own.lost(id);
    const waiting = this.#pending.get(id);
    if (waiting !== undefined) await this.#fail(waiting, codes.internal, told.gone);
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
    const isStateless = versionOf(request.params) !== undefined;
    const known = lessUnchecked(request, this.#options);
    const waiting = this.#pending.add(known);
    try {
      if (isStateless) await this.#forwardStateless(waiting, versionOf(request.params));
      else await this.#forward(waiting);
    } catch {
      await this.#fail(waiting, codes.internal, told.notChecked);
    }
  }

  async #forward(waiting: Waiting): Promise<void> {
    const { method, params } = waiting.request;
    if (this.#isClosed) return await this.#fail(waiting, codes.internal, told.gone);
    if (this.#options.oldest === stateless) {
      return await this.#refuseVersion(waiting, params['protocolVersion']);
    }
    if (method === 'initialize') return await this.#introduce(waiting);
    await this.#pass(waiting);
  }

  /** A request without a session: who asks, and what the server is, is found out each time. */
  async #forwardStateless(waiting: Waiting, version: unknown): Promise<void> {
    const { request } = waiting;
    if (this.#isClosed) return await this.#fail(waiting, codes.internal, told.gone);
    if (version !== stateless) return await this.#refuseVersion(waiting, version);
    if (request.method === 'server/discover') return await this.#send(waiting);
    await this.#introductions.discover(request.params);
    const answered = await this.#rounds.answered(request);
    if (answered === undefined) {
      return await this.#fail(waiting, codes.invalidParams, told.notAsked);
    }
    waiting.sent = answered.params;
    if (request.method === 'subscriptions/listen') return await this.#listen(waiting);
    await this.#pass(waiting);
  }

  /** Changes of a resource are told of where it could be read. */
  async #listen(waiting: Waiting): Promise<void> {
    const { id } = waiting.request;
    for (const uri of resourcesIn(waiting.request)) {
      const call = await this.#callOf({ id, method: 'resources/subscribe', params: { uri } });
      if (call.kind === 'none') return await this.#stop(waiting, call.text);
      const word = await this.#options.keeper.check(call.call, waiting.abort.signal);
      if (word.kind === 'stop') return await this.#stop(waiting, word.text);
    }
    if (this.#pending.has(waiting)) await this.#send(waiting, listened(waiting.request));
  }

  async #refuseVersion(waiting: Waiting, requested: unknown): Promise<void> {
    if (!this.#pending.close(waiting)) return;
    await this.#tell(this.#introductions.refusal(waiting.request.id, requested), {});
  }

  async #pass(waiting: Waiting): Promise<void> {
    const { method, params } = waiting.request;
    if (isChecked(method)) return await this.#check(waiting);
    if (listings.has(method)) return await this.#page(waiting, params['cursor']);
    if (method === 'ping' || isLevel(waiting.request)) return await this.#send(waiting);
    await this.#fail(waiting, codes.unknownMethod, told.unknownMethod);
  }

  /** Once: what a client says of itself is checked by nobody. */
  async #introduce(waiting: Waiting): Promise<void> {
    if (this.#isIntroduced) return await this.#fail(waiting, codes.invalidRequest, told.introduced);
    this.#isIntroduced = true;
    await this.#send(waiting, this.#introductions.hello(waiting.request));
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
    const call = await this.#callOf(waiting.request);
    // A client that cancelled has no answer, and nothing was done for it.
    if (!this.#pending.has(waiting)) return;
    if (call.kind === 'none') return await this.#stop(waiting, call.text);
    waiting.call = call;
    const word = await this.#options.keeper.check(call.call, waiting.abort.signal);
    if (!this.#pending.has(waiting)) return;
    if (word.kind === 'stop') return await this.#stop(waiting, word.text);
    await this.#send(waiting);
  }

  async #callOf(request: Request) {
    return await checkedCall(request, {
      offers: this.#offers,
      list: (method) => this.#own.listAll(method, request, this.#offers),
    });
  }

  async #send(waiting: Waiting, params = waiting.sent ?? waiting.request.params): Promise<void> {
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
    const { id, method, params } = waiting.request;
    if (method !== 'tools/call') return await this.#fail(waiting, codes.refused, text);
    if (!this.#pending.close(waiting)) return;
    const type = versionOf(params) === undefined ? {} : { resultType: 'complete' };
    const result = { content: [{ type: 'text', text }], isError: true, ...type };
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
  async #given({ request, call }: Waiting, reply: Reply, message: Message): Promise<Message> {
    const { id, method } = request;
    if (call !== undefined) {
      await this.#options.keeper.received(call.call, call.read(reply));
      if ('error' in reply) return message;
      this.#offers.linked(reply.result);
      const isStateless = versionOf(request.params) !== undefined;
      return (isStateless ? this.#rounds.asked(request, reply.result) : undefined) ?? message;
    }
    if ('error' in reply) return errorTo(id, reply.error.code, told.error);
    if (method === 'initialize') return await this.#introductions.introduced(id, reply.result);
    if (method === 'server/discover') return await this.#introductions.discovered(id, reply.result);
    if (listings.has(method)) {
      return resultTo(id, asPrivate(await this.#offers.shown(method, reply.result)));
    }
    if (method === 'subscriptions/listen') return resultTo(id, ended(id));
    // Nothing is asked for in these, so nothing of a server's is to be read in them.
    return resultTo(id, {});
  }

  /** A client that has gone is told nothing. */
  async #tell(message: Message, options: SendOptions): Promise<void> {
    await this.#options.toClient(message, options).catch(() => {});
  }
}
