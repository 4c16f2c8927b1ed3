import { fieldsOf, isRecord, textIn, without } from './fields.ts';
import type { Received, ServerCall } from './gatekeeper.ts';
import type { Offers } from './lists.ts';
import type { Reply, Request } from './message.ts';
import { contentsResult, failure, toolResult } from './results.ts';
import { namesResources } from './stateless.ts';
import { told } from './told.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Sink {
  readonly callOf: (params: Fields, looking: Looking) => Promise<Found>;
  readonly read: (result: Fields) => Received;
}

interface Looking {
  readonly offers: Pick<Offers, 'find'>;
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
  ['resources/read', plain('resource')],
  ['resources/subscribe', plain('resource')],
  ['resources/unsubscribe', plain('resource')],
  ['subscriptions/listen', plain('resource')],
  ['completion/complete', plain('completion')],
]);

/** True for a request with words of the client's; one for changes may have none. */
export function isChecked(request: Request): boolean {
  if (request.method === 'subscriptions/listen') return namesResources(request);
  return sinks.has(request.method);
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

function plain(kind: 'resource' | 'completion'): Sink {
  return {
    callOf: async (params) => ({ kind: 'call', call: { kind, args: sent(params) } }),
    read: contentsResult,
  };
}

/** All that reaches the server, but for what the client's own program adds. */
function sent(params: Fields): Fields {
  return fieldsOf(without(params, ['_meta', 'requestState']));
}
