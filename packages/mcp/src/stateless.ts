import { metaKeys, stateless, versionOf } from './era.ts';
import { fieldsOf, isRecord, listOf, textIn, without } from './fields.ts';
import { clientInfo, isLevel, passedRequest } from './client-words.ts';
import type { Sources } from './gatekeeper.ts';
import { introduced } from './introduction.ts';
import type { ProxyOptions } from './proxy-options.ts';
import { idIn, type Id, type Message, type Request } from './message.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A request without a session, less what nobody checks: of who asks, what is known of it, and no
 * more of what its client can do than is passed on. Answers are for `Rounds` to look at.
 */
function narrowed(request: Request, sources: Pick<Sources, 'roots'>): Request {
  const { id, method, params } = request;
  const meta = fieldsOf(params['_meta']);
  const { capabilities } = introduced({ capabilities: meta[metaKeys.capabilities] }, sources);
  const { params: known } = passedRequest(request);
  const level = { id, method: 'logging/setLevel', params: { level: meta[metaKeys.logLevel] } };
  const envelope = {
    ...fieldsOf(known['_meta']),
    [metaKeys.version]: stateless,
    ...(meta[metaKeys.client] === undefined
      ? {}
      : { [metaKeys.client]: clientInfo(meta[metaKeys.client]) }),
    [metaKeys.capabilities]: capabilities,
    ...(isLevel(level) ? { [metaKeys.logLevel]: meta[metaKeys.logLevel] } : {}),
  };
  const { inputResponses, requestState } = params;
  return {
    id,
    method,
    params: {
      ...known,
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
      _meta: envelope,
    },
  };
}

/** A request of either era less what nobody checks. */
export function lessUnchecked(
  request: Request,
  { keeper, onLeftOut }: Pick<ProxyOptions, 'keeper' | 'onLeftOut'>,
): Request {
  if (versionOf(request.params) !== undefined) return narrowed(request, keeper.labels());
  const { params, isAll } = passedRequest(request);
  if (!isAll) onLeftOut?.(`members of a request \`${request.method}\``);
  return { ...request, params };
}

/** A server's introduction without a session, with as much of it as is shown. */
export function withoutSession(result: Fields, shown: Fields): Fields {
  const { supportedVersions, ttlMs } = result;
  const served = listOf(supportedVersions).filter((each) => each === stateless);
  return {
    resultType: 'complete',
    ...without(shown, ['protocolVersion']),
    supportedVersions: served,
    ttlMs: typeof ttlMs === 'number' ? ttlMs : 0,
    cacheScope: 'private',
  };
}

/** A list that shows each client what it may see is nobody else's. */
export function asPrivate(result: Fields): Fields {
  return 'cacheScope' in result ? { ...result, cacheScope: 'private' } : result;
}

/** The addresses in a request for changes: they are words of the client's. */
export function resourcesIn({ method, params }: Request): readonly unknown[] {
  if (method !== 'subscriptions/listen') return [];
  return listOf(fieldsOf(params['notifications'])['resourceSubscriptions']);
}

/** A request for changes, of which only what is known is asked for. */
export function listened({ params }: Request): Fields {
  const { notifications, _meta } = params;
  return { ...acknowledged({ notifications }, { notifications }), _meta };
}

/** The id of the subscription that a message of the server's belongs to. */
export function subscriptionIn(params: Fields): Id | undefined {
  return idIn(fieldsOf(params['_meta'])[metaKeys.subscription]);
}

/** The same notification, with the subscription that it belongs to. */
export function ofSubscription(message: Message, id: Id): Message {
  const { jsonrpc, method, params } = Object.assign({ method: '', params: {} }, message);
  return { jsonrpc, method, params: { ...params, _meta: { [metaKeys.subscription]: id } } };
}

const kinds = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'];

/** The server's word on what it will tell of, in the client's own words. */
export function acknowledged(said: Fields, asked: Fields): Fields {
  const [given, wanted] = [fieldsOf(said['notifications']), fieldsOf(asked['notifications'])];
  const flags = kinds.flatMap((kind) =>
    typeof given[kind] === 'boolean' ? [[kind, given[kind]] as const] : [],
  );
  const uris = listOf(given['resourceSubscriptions']);
  const own = listOf(wanted['resourceSubscriptions']).filter((uri) => uris.includes(uri));
  const named = 'resourceSubscriptions' in given ? { resourceSubscriptions: own } : {};
  return { notifications: { ...Object.fromEntries(flags), ...named } };
}

/** The end of a subscription: nothing of a server's is to be read in it. */
export function ended(id: Id): Fields {
  return { resultType: 'complete', _meta: { [metaKeys.subscription]: id } };
}

/** A server's questions to the client before it answers. */
export interface Questions {
  readonly requests: Readonly<Record<string, Fields>>;
  /** The server's own note, which it wants back. */
  readonly state: string | undefined;
}

/** `undefined`: the result asks for nothing. */
export function questionsIn(result: Fields): Questions | undefined {
  if (result['resultType'] !== 'input_required') return undefined;
  const requests = Object.entries(fieldsOf(result['inputRequests'])).flatMap(([key, request]) =>
    isRecord(request) ? [[key, request] as const] : [],
  );
  return { requests: Object.fromEntries(requests), state: textIn(result['requestState']) };
}

/** Answers to such questions, or the note that comes back with them; `undefined`: neither. */
export function answersIn(params: Fields): Fields | undefined {
  return 'requestState' in params || 'inputResponses' in params ? params : undefined;
}
