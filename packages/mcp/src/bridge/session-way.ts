import { envelopeOf, initializing, metaKeys, stateless } from '../era.ts';
import { fieldsOf, textIn, without } from '../fields.ts';
import type { Asking, Hearing, ServerWay } from '../http/server-way.ts';
import {
  codes,
  errorTo,
  type Message,
  read,
  type Request,
  resultTo,
  withParams,
} from '../message.ts';
import { told } from '../told.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Session {
  readonly headers: Readonly<Record<string, string>>;
  readonly introduction: Fields;
}

const newest = initializing.at(-1) ?? '';

/** Results that `2026-07-28` lets a client keep: an old server says nothing of that. */
const kept: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/**
 * A server with sessions, for a client without: the proxy keeps one session for each client, and
 * begins another where the server has lost it. What the server asks within a call is refused: the
 * client could not answer there.
 */
export class SessionWay implements ServerWay {
  readonly #way: ServerWay;
  #session: Promise<Session> | undefined;
  #count = 0;

  constructor(way: ServerWay) {
    this.#way = way;
  }

  /** False: the server begins no session, so it may have been replaced by a newer one. */
  async isReady({ message, signal }: Asking): Promise<boolean> {
    const said = message === undefined ? undefined : read(message);
    if (said?.kind !== 'request') return true;
    return await this.#begun(said, signal).then(
      () => true,
      () => false,
    );
  }

  async ask(asking: Asking, hearing: Hearing): Promise<void> {
    const { message } = asking;
    const said = message === undefined ? undefined : read(message);
    if (said?.kind !== 'request') return hearing.head(accepted);
    const session = await this.#begun(said, asking.signal);
    const tell = async (given: Message): Promise<void> => await hearing.message(given, undefined);
    switch (said.method) {
      case 'server/discover': {
        const { protocolVersion: _, ...introduction } = session.introduction;
        const versions = { supportedVersions: [stateless] };
        return await tell(resultTo(said.id, complete(said, { ...introduction, ...versions })));
      }
      case 'subscriptions/listen':
        return await tell(errorTo(said.id, codes.unknownMethod, told.unknownMethod));
      default:
        return await this.#pass(said, { asking, hearing, session });
    }
  }

  /** One session: two requests at once do not begin two. */
  async #begun(request: Request, signal: AbortSignal): Promise<Session> {
    this.#session ??= this.#begin(request, signal);
    try {
      return await this.#session;
    } catch (error) {
      this.#session = undefined;
      throw error;
    }
  }

  async #begin({ params }: Request, signal: AbortSignal): Promise<Session> {
    const meta = envelopeOf(params);
    const hello = {
      protocolVersion: newest,
      // Nobody would answer what the server asks.
      capabilities: without(fieldsOf(meta[metaKeys.capabilities]), asking),
      clientInfo: meta[metaKeys.client] ?? { name: 'sluice', version: 'unknown' },
    };
    const message = withParams({ id: 'sluice-hello', method: 'initialize', params: hello }, hello);
    let id: string | undefined;
    let introduction: Fields | undefined;
    await this.#way.ask(
      { verb: 'POST', message, headers: {}, signal },
      {
        head: (head) => void (id = head.session),
        aside: () => {},
        message: async (given) => {
          const said = read(given);
          if (said.kind === 'reply' && 'result' in said) introduction = said.result;
        },
      },
    );
    if (introduction === undefined) throw new Error('the server did not introduce itself');
    const version = textIn(introduction['protocolVersion']) ?? newest;
    const session = id === undefined ? {} : { 'mcp-session-id': id };
    const headers = { 'mcp-protocol-version': version, ...session };
    const initialized: Message = { jsonrpc: '2.0', method: 'notifications/initialized' };
    await this.#way.ask({ verb: 'POST', message: initialized, headers, signal }, silent);
    return { headers, introduction };
  }

  async #pass(
    request: Request,
    {
      asking: { signal },
      hearing,
      session,
    }: { asking: Asking; hearing: Hearing; session: Session },
  ): Promise<void> {
    const { headers } = session;
    // Requests without a session may have one id: in this one, each has its own.
    this.#count += 1;
    const id = `sluice-${this.#count}`;
    await this.#way.ask(
      { verb: 'POST', message: withoutEnvelope({ ...request, id }), headers, signal },
      {
        ...hearing,
        head: (head) => {
          // The server has lost the session: the next request begins another.
          if (head.status === 404) this.#session = undefined;
          hearing.head(head);
        },
        message: async (given, eventId) => {
          const said = read(given);
          if (said.kind === 'request') {
            const refused = errorTo(said.id, codes.unknownMethod, told.unknownMethod);
            return await this.#way.ask({ verb: 'POST', message: refused, headers, signal }, silent);
          }
          if (said.kind !== 'reply') return await hearing.message(given, eventId);
          // An answer to another request is nobody's here.
          if (said.id !== id) return;
          const full =
            'result' in said
              ? resultTo(request.id, complete(request, said.result))
              : { ...given, id: request.id };
          await hearing.message(full, eventId);
        },
      },
    );
  }
}

const asking = ['sampling', 'elicitation', 'roots'];

const accepted = { status: 202, isStream: false, session: undefined, challenge: undefined };

const silent: Hearing = { head: () => {}, aside: () => {}, message: async () => {} };

/** With what each result of `2026-07-28` has. */
function complete({ method }: Request, result: Fields): Fields {
  const cache = kept.has(method) ? { ttlMs: 0, cacheScope: 'private' } : {};
  return { resultType: 'complete', ...cache, ...result };
}

function withoutEnvelope(request: Request): Message {
  const meta = without(fieldsOf(request.params['_meta']), Object.values(metaKeys));
  const params = without(request.params, ['_meta']);
  const isEmpty = Object.keys(meta).length === 0;
  return withParams(request, isEmpty ? params : { ...params, _meta: meta });
}
