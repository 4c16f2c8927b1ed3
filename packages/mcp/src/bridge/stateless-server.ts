import { initializing, metaKeys, stateless } from '../era.ts';
import { fieldsOf, textIn, without } from '../fields.ts';
import { routing } from '../http/routing.ts';
import type { ServerWay } from '../http/server-way.ts';
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
} from '../message.ts';
import { questionsIn } from '../stateless.ts';
import { told } from '../told.ts';

type Fields = Readonly<Record<string, unknown>>;

const roundsMax = 16;

/** An answer of the server's, and the message that it came in. */
type Answered = Reply & { readonly message: Message };

/**
 * A server without sessions, for a client with one. It hears what the client would say to a server
 * of its own era, and asks by a request where the server gives questions as a result.
 */
export class StatelessServer {
  readonly #way: ServerWay;
  readonly #toClient: (message: Message) => Promise<void>;
  readonly #running: Map<Id, AbortController> = new Map();
  readonly #asked: Map<Id, (reply: Reply) => void> = new Map();
  readonly #closed = new AbortController();
  #envelope: Fields = {};
  #count = 0;

  constructor(way: ServerWay, toClient: (message: Message) => Promise<void>) {
    this.#way = way;
    this.#toClient = toClient;
  }

  /** Settles once the message is on its way. */
  async send(message: Message): Promise<void> {
    const said = read(message);
    switch (said.kind) {
      case 'request':
        void this.#answer(said).catch(() => this.#lost(said.id));
        return;
      case 'reply':
        return this.#asked.get(said.id)?.(said);
      case 'notification': {
        const id = idIn(said.params['requestId']);
        const isEnd = said.method === 'notifications/cancelled' && id !== undefined;
        if (isEnd) this.#running.get(id)?.abort();
        return;
      }
      case 'stray':
        return undefined;
    }
  }

  close(): void {
    this.#closed.abort();
  }

  async #answer(request: Request): Promise<void> {
    const { id, method, params } = request;
    switch (method) {
      case 'initialize':
        return await this.#introduce(request);
      case 'ping':
        return await this.#toClient(resultTo(id, {}));
      case 'logging/setLevel':
        this.#envelope = { ...this.#envelope, [metaKeys.logLevel]: params['level'] };
        return await this.#toClient(resultTo(id, {}));
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return await this.#toClient(errorTo(id, codes.unknownMethod, told.unknownMethod));
      default:
        return await this.#pass(request);
    }
  }

  async #introduce({ id, params }: Request): Promise<void> {
    this.#envelope = {
      [metaKeys.version]: stateless,
      [metaKeys.client]: params['clientInfo'],
      [metaKeys.capabilities]: params['capabilities'] ?? {},
    };
    const reply = await this.#ask({ id, method: 'server/discover', params: {} });
    if (reply === undefined || 'error' in reply) return await this.#lost(id);
    const version = textIn(params['protocolVersion']);
    const known = initializing.find((each) => each === version) ?? initializing.at(-1);
    const { capabilities, serverInfo, instructions } = reply.result;
    const introduction = {
      protocolVersion: known,
      // Nothing is told of changes, and nobody can subscribe, where there is no session.
      capabilities: withoutChanges(fieldsOf(capabilities)),
      serverInfo: serverInfo ?? { name: 'unknown', version: 'unknown' },
      ...(instructions === undefined ? {} : { instructions }),
    };
    await this.#toClient(resultTo(id, introduction));
  }

  async #pass(request: Request): Promise<void> {
    let asked = request;
    for (let round = 0; round < roundsMax; round += 1) {
      const reply = await this.#ask(asked);
      if (reply === undefined) return;
      if ('error' in reply) return await this.#toClient(reply.message);
      const questions = questionsIn(reply.result);
      if (questions === undefined) {
        const own = without(reply.result, ['resultType', 'ttlMs', 'cacheScope']);
        return await this.#toClient(resultTo(request.id, own));
      }
      const state = questions.state === undefined ? {} : { requestState: questions.state };
      const inputResponses = await this.#answersTo(questions.requests);
      asked = { ...request, params: { ...request.params, inputResponses, ...state } };
    }
    await this.#lost(request.id);
  }

  /** Each question is a request to the client, as a server with a session would make it. */
  async #answersTo(requests: Readonly<Record<string, Fields>>): Promise<Fields> {
    const answers = await Promise.all(
      Object.entries(requests).map(async ([key, { method, params }]) => {
        this.#count += 1;
        const id = `sluice-ask-${this.#count}`;
        const { promise, resolve } = Promise.withResolvers<Reply>();
        this.#asked.set(id, resolve);
        const question = { id, method: String(method), params: fieldsOf(params) };
        await this.#toClient(withParams(question, question.params));
        const reply = await promise;
        this.#asked.delete(id);
        if ('error' in reply) throw new Error('the client did not answer');
        return [key, reply.result] as const;
      }),
    );
    return Object.fromEntries(answers);
  }

  /** `undefined`: the client did not wait. */
  async #ask(request: Request): Promise<Answered | undefined> {
    const { id, params } = request;
    const running = new AbortController();
    this.#running.set(id, running);
    const meta = { ...fieldsOf(params['_meta']), ...this.#envelope };
    const message = withParams(request, { ...params, _meta: meta });
    const signal = AbortSignal.any([running.signal, this.#closed.signal]);
    let reply: Answered | undefined;
    try {
      await this.#way.ask(
        { verb: 'POST', message, headers: routing(message), signal },
        {
          head: () => {},
          aside: () => {},
          message: async (given) => {
            const said = read(given);
            if (said.kind === 'reply') reply = { ...said, message: given };
            else if (said.kind === 'notification') await this.#toClient(given);
          },
        },
      );
    } catch (error) {
      if (!running.signal.aborted) throw error;
      return undefined;
    } finally {
      this.#running.delete(id);
    }
    if (reply === undefined) throw new Error('the server did not answer');
    return reply;
  }

  async #lost(id: Id): Promise<void> {
    await this.#toClient(errorTo(id, codes.internal, told.gone));
  }
}

function withoutChanges(capabilities: Fields): Fields {
  return Object.fromEntries(
    Object.entries(capabilities).map(([name, value]) => [
      name,
      without(fieldsOf(value), ['listChanged', 'subscribe']),
    ]),
  );
}
