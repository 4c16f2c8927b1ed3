import type { Proxy, ProxyEnds, SendOptions } from './ends.ts';
import { metaKeys, stateless, type Version, versionOf } from './era.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { Introductions } from './introductions.ts';
import { isLevel, isWordless } from './client-words.ts';
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
import { checkedCall, isChecked } from './sinks.ts';
import { Rounds } from './rounds.ts';
import { asPrivate, narrowed } from './stateless.ts';
import type { StateSeal } from './state-seal.ts';
import { ServerVoice } from './server-voice.ts';
import { told } from './told.ts';

export interface ProxyOptions extends ProxyEnds {
  /** The server's name in the settings. */
  readonly name: string;
  /** Which program or address it is, as the settings say it. */
  readonly identity: string;
  readonly keeper: Gatekeeper;
  /** The oldest version that is served. */
  readonly oldest: Version;
  /** Whose requests these are. */
  readonly owner: string;
  readonly seal: StateSeal;
  /** What the server offers, where other connections of this client know it too. */
  readonly offers?: Offers | undefined;
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
  readonly #rounds: Rounds;
  readonly #introductions: Introductions;
  readonly #voice: ServerVoice;
  #isClosed = false;

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#offers = options.offers ?? new Offers(options.keeper);
    this.#rounds = new Rounds({ ...options, owner: `${options.owner} ${options.name}` });
    this.#own = new OwnRequests((message) => options.toServer(message));
    this.#voice = new ServerVoice({
      ...options,
      pending: this.#pending,
      offers: this.#offers,
      tell: (message, sending) => this.#tell(message, sending),
    });
    this.#introductions = new Introductions({ ...options, offers: this.#offers, own: this.#own });
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
        if (this.#voice.isAnswered(said.id)) await this.#options.toServer(message);
        return;
      case 'stray':
        return this.#options.onLeftOut?.('a message of the client that is none');
    }
  }

  async fromServer(message: Message): Promise<void> {
    const said = read(message);
    switch (said.kind) {
      case 'request':
        return await this.#voice.asked(said);
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
    if (versionOf(params) !== undefined) return await this.#forwardStateless(request);
    const { oldest } = this.#options;
    if (oldest === stateless) return await this.#refuseVersion(id, params['protocolVersion']);
    if (method === 'initialize') {
      return await this.#send(id, this.#introductions.hello(request));
    }
    await this.#pass(request, message);
  }

  /** A request without a session: who asks, and what the server is, is found out each time. */
  async #forwardStateless(request: Request): Promise<void> {
    const { id, method, params } = request;
    const version = versionOf(params);
    if (version !== stateless) return await this.#refuseVersion(id, version);
    const answered = this.#rounds.answered(narrowed(request));
    if (answered === undefined) return await this.#fail(id, codes.invalidParams, told.notAsked);
    const message = withParams(answered, answered.params);
    if (method === 'server/discover') return await this.#send(id, message);
    await this.#introductions.discover(params);
    if (method === 'subscriptions/listen' && !isChecked(answered)) {
      return await this.#send(id, message);
    }
    await this.#pass(answered, message);
  }

  async #pass(request: Request, message: Message): Promise<void> {
    const { id, method, params } = request;
    if ('task' in params) return await this.#fail(id, codes.invalidParams, told.noTasks);
    if (isChecked(request)) return await this.#check(request, message);
    if (listings.has(method) || method === 'ping' || isLevel(request)) {
      return await this.#send(id, message);
    }
    await this.#fail(id, codes.unknownMethod, told.unknownMethod);
  }

  async #refuseVersion(id: Id, requested: unknown): Promise<void> {
    if (!this.#pending.end(id)) return;
    await this.#tell(this.#introductions.refusal(id, requested), {});
  }

  async #check(request: Request, message: Message): Promise<void> {
    const { id } = request;
    const call = await checkedCall(request, {
      offers: this.#offers,
      list: (method) => this.#own.listAll(method, request, this.#offers),
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
  async #stop({ id, method, params }: Request, text: string): Promise<void> {
    if (method !== 'tools/call') return await this.#fail(id, codes.refused, text);
    if (!this.#pending.end(id)) return;
    const type = versionOf(params) === undefined ? {} : { resultType: 'complete' };
    const result = { content: [{ type: 'text', text }], isError: true, ...type };
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
    } else if (!isWordless(method)) {
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
  async #given({ request, call }: Waiting, reply: Reply, message: Message): Promise<Message> {
    const { id, method } = request;
    if (call !== undefined) {
      const { keeper } = this.#options;
      await keeper.received(call.call, call.read(reply));
      if ('error' in reply) return message;
      return this.#rounds.asked(request, reply.result, keeper.labels().forms) ?? message;
    }
    if ('error' in reply) return errorTo(id, reply.error.code, told.error);
    if (method === 'initialize') return await this.#introductions.introduced(id, reply.result);
    if (method === 'server/discover') return await this.#introductions.discovered(id, reply.result);
    if (listings.has(method)) {
      return resultTo(id, asPrivate(await this.#offers.shown(method, reply.result)));
    }
    if (method === 'subscriptions/listen') return ended(id);
    // Nothing is asked for in these, so nothing of a server's is to be read in them.
    return resultTo(id, {});
  }

  /** A client that has gone is told nothing. */
  async #tell(message: Message, options: SendOptions): Promise<void> {
    await this.#options.toClient(message, options).catch(() => {});
  }
}

function ended(id: Id): Message {
  return resultTo(id, { resultType: 'complete', _meta: { [metaKeys.subscription]: id } });
}
