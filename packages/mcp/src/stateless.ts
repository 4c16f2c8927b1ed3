import { metaKeys, stateless } from './era.ts';
import { fieldsOf, isRecord, listOf, textIn } from './fields.ts';
import { introduced } from './introduction.ts';
import { idIn, type Id, type Message, type Request } from './message.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A request that says who asks, with no more of what its client can do than is passed on. */
export function narrowed({ id, method, params }: Request): Request {
  const meta = fieldsOf(params['_meta']);
  const { capabilities } = introduced({ capabilities: meta[metaKeys.capabilities] });
  return {
    id,
    method,
    params: { ...params, _meta: { ...meta, [metaKeys.capabilities]: capabilities } },
  };
}

/** What a server that can do more is told of the versions that pass. */
export function withServedVersions(result: Fields): Fields {
  const offered = listOf(result['supportedVersions']);
  return { ...result, supportedVersions: offered.filter((each) => each === stateless) };
}

/** A list that shows each client what it may see is nobody else's. */
export function asPrivate(result: Fields): Fields {
  return 'cacheScope' in result ? { ...result, cacheScope: 'private' } : result;
}

/** True where a request for changes names resources: their addresses are words of the client's. */
export function namesResources({ method, params }: Request): boolean {
  if (method !== 'subscriptions/listen') return false;
  return listOf(fieldsOf(params['notifications'])['resourceSubscriptions']).length > 0;
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

/** What a server asks of the client before it answers. */
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
