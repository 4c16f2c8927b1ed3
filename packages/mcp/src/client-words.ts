import { fieldsOf, isRecord, listOf, textIn } from './fields.ts';
import type { Message, Request } from './message.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The part of a client's message that goes to the server, and if that is all of it. */
export interface Passed {
  readonly params: Fields;
  readonly isAll: boolean;
}

/** Members that a request is known to have; the others could carry words that nobody checks. */
const known: ReadonlyMap<string, readonly string[]> = new Map([
  ['initialize', ['protocolVersion', 'capabilities', 'clientInfo']],
  ['ping', []],
  ['logging/setLevel', ['level']],
  ['tools/call', ['name', 'arguments']],
  ['prompts/get', ['name', 'arguments']],
  ['resources/read', ['uri']],
  ['resources/subscribe', ['uri']],
  ['resources/unsubscribe', ['uri']],
  ['completion/complete', ['ref', 'argument', 'context']],
  ['tools/list', ['cursor']],
  ['prompts/list', ['cursor']],
  ['resources/list', ['cursor']],
  ['resources/templates/list', ['cursor']],
  ['subscriptions/listen', ['notifications']],
]);

/** A request less what is not known of it; of `_meta`, its token of progress alone. */
export function passedRequest({ method, params }: Request): Passed {
  const { _meta: meta, ...rest } = params;
  const names = known.get(method) ?? [];
  const kept = Object.entries(rest).filter(([name]) => names.includes(name));
  const { progressToken, ...more } = fieldsOf(meta);
  const hasToken = isToken(progressToken);
  const isAll =
    kept.length === Object.keys(rest).length &&
    Object.keys(more).length === 0 &&
    (progressToken === undefined || hasToken);
  const all = Object.fromEntries(kept);
  return { params: hasToken ? { ...all, _meta: { progressToken } } : all, isAll };
}

/** The program that a client is, in words that are too short for anything else. */
export function clientInfo(value: unknown): Record<string, string> {
  const short = ['name', 'title', 'version'].flatMap((key) => {
    const text = textIn(fieldsOf(value)[key]);
    return text !== undefined && text.length <= 64 ? [[key, text] as const] : [];
  });
  return { name: 'client', version: '0', ...Object.fromEntries(short) };
}

/** A notification of a client's, written anew; `undefined`: it is not passed on. */
export function passedNotification(method: string, params: Fields): Passed | undefined {
  switch (method) {
    case 'notifications/initialized':
    case 'notifications/roots/list_changed':
      return { params: {}, isAll: Object.keys(params).length === 0 };
    case 'notifications/progress':
      return only(params, { progressToken: isToken, progress: isNumber, total: isNumber });
    case 'notifications/cancelled':
      return only(params, { requestId: isToken });
    default:
      return undefined;
  }
}

/** A client's notification as the server is given it. */
export function notified(method: string, { params }: Passed): Message {
  return Object.keys(params).length === 0
    ? { jsonrpc: '2.0', method }
    : { jsonrpc: '2.0', method, params: { ...params } };
}

/** A client's answer to what a server asked, as far as it is known. */
export function answered(kind: 'roots' | 'elicitation', result: Fields): Fields {
  if (kind === 'elicitation') {
    const { action, content } = result;
    const isAction = action === 'accept' || action === 'decline' || action === 'cancel';
    const filled = action === 'accept' && isRecord(content) ? { content } : {};
    return { action: isAction ? action : 'cancel', ...filled };
  }
  const roots = listOf(result['roots']).flatMap((root) => {
    const [uri, name] = [textIn(fieldsOf(root)['uri']), textIn(fieldsOf(root)['name'])];
    return uri === undefined ? [] : [{ uri, ...(name !== undefined && { name }) }];
  });
  return { roots };
}

function only(
  params: Fields,
  forms: Readonly<Record<string, (value: unknown) => boolean>>,
): Passed {
  const kept = Object.entries(params).filter(([name, value]) => forms[name]?.(value) === true);
  return {
    params: Object.fromEntries(kept),
    isAll: kept.length === Object.keys(params).length,
  };
}

/** A number, or a name that a program makes: no sentence. */
function isToken(value: unknown): value is string | number {
  return isNumber(value) || (typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

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

export function isLevel({ method, params }: Request): boolean {
  return method === 'logging/setLevel' && levels.has(params['level']);
}
