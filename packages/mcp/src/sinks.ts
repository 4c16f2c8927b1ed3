import { fieldsOf, isRecord, textIn, without } from './fields.ts';
import type { Received, ServerCall } from './gatekeeper.ts';
import type { Offers } from './lists.ts';
import type { Offer } from './offer.ts';
import type { Reply, Request } from './message.ts';
import { contentsResult, failure, toolResult } from './results.ts';
import { told } from './told.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Sink {
  readonly callOf: (params: Fields, looking: Looking) => Promise<Found>;
  readonly read: (result: Fields) => Received;
}

interface Looking {
  readonly offers: Pick<Offers, 'find' | 'templateOf' | 'isLinked'>;
  /** Lists anew. */
  readonly list: (method: string) => Promise<void>;
}

type Found =
  | { readonly kind: 'call'; readonly call: ServerCall }
  | { readonly kind: 'none'; readonly text: string };

/** Requests that carry words of the client's to the server: each is checked. */
const sinks: ReadonlyMap<string, Sink> = new Map<string, Sink>([
  ['tools/call', { callOf: toolCall, read: toolResult }],
  ['prompts/get', { callOf: promptCall, read: contentsResult }],
  ['resources/read', { callOf: resourceCall, read: contentsResult }],
  ['resources/subscribe', { callOf: resourceCall, read: contentsResult }],
  ['resources/unsubscribe', { callOf: resourceCall, read: contentsResult }],
  ['completion/complete', { callOf: completionCall, read: contentsResult }],
]);

export function isChecked(method: string): boolean {
  return sinks.has(method);
}

/** A call, and how its reply is read. */
export interface Checked {
  readonly kind: 'call';
  readonly call: ServerCall;
  readonly read: (reply: Reply) => Received;
}

/** The call that a request makes; `none`: why it makes none. */
export async function checkedCall(
  { method, params }: Request,
  looking: Looking,
): Promise<Checked | Extract<Found, { kind: 'none' }>> {
  const sink = sinks.get(method);
  if (sink === undefined) return { kind: 'none', text: told.unknownMethod };
  const found = await sink.callOf(params, looking);
  if (found.kind === 'none') return found;
  const reading = (reply: Reply): Received =>
    'error' in reply ? failure(reply.error.text) : sink.read(reply.result);
  return { ...found, read: reading };
}

async function toolCall(params: Fields, looking: Looking): Promise<Found> {
  const name = textIn(params['name']);
  const args = params['arguments'] ?? {};
  if (name === undefined || !isRecord(args)) {
    return {
      kind: 'none',
      text: told.noCall,
    };
  }
  const offer = await offered({ kind: 'tool', name, method: 'tools/list' }, looking);
  if (typeof offer === 'string') return { kind: 'none', text: offer };
  return { kind: 'call', call: { kind: 'tool', name, args, offer } };
}

async function promptCall(params: Fields, looking: Looking): Promise<Found> {
  const name = textIn(params['name']) ?? '';
  const offer = await offered({ kind: 'prompt', name, method: 'prompts/list' }, looking);
  if (typeof offer === 'string') return { kind: 'none', text: offer };
  return { kind: 'call', call: { kind: 'prompt', args: sent(params) } };
}

/** The offer as the server describes it now, or why it cannot be used. */
async function offered(
  { kind, name, method }: { kind: 'tool' | 'prompt'; name: string; method: string },
  { offers, list }: Looking,
) {
  if (offers.find(kind, name) === undefined) await list(method);
  const found = offers.find(kind, name);
  if (found === 'hidden') return told.hidden;
  return found ?? `Sluice: the server offers no such ${kind}. List them again.`;
}

/**
 * A resource may be read where somebody accepted what the server says of it, or of the template
 * that its address is of; and where a result links to it.
 */
async function resourceCall(params: Fields, { offers, list }: Looking): Promise<Found> {
  const uri = textIn(params['uri']);
  if (uri === undefined) return { kind: 'none', text: told.noAddress };
  const found = (): Offer | 'hidden' | undefined =>
    offers.find('resource', uri) ?? offers.templateOf(uri);
  if (found() === undefined && !offers.isLinked(uri)) {
    await list('resources/list');
    if (found() === undefined) await list('resources/templates/list');
  }
  const offer = found();
  const isNowhere = offer === undefined && !offers.isLinked(uri);
  if (offer === 'hidden' || isNowhere) return { kind: 'none', text: told.hidden };
  return { kind: 'call', call: { kind: 'resource', args: { uri }, offer } };
}

async function completionCall(params: Fields): Promise<Found> {
  return { kind: 'call', call: { kind: 'completion', args: sent(params) } };
}

/** All that reaches the server, but for what the client's own program adds. */
function sent(params: Fields): Fields {
  return fieldsOf(without(params, ['_meta']));
}
