import type { Answer, ClientRequest } from '../protocol.ts';
import { customInput } from '../shared/wire.ts';
import { itemId } from './ids.ts';
import { includes } from './included.ts';
import { reasoningItems } from './reasoning.ts';

export type JsonObject = Readonly<Record<string, unknown>>;
/** What writing items needs of the request. */
type Shape = Pick<ClientRequest, 'custom' | 'params'>;

/** What one response says, as far as its items show it. */
type Said = Pick<Answer, 'id' | 'calls' | 'stop'> & {
  /** Parts of the message: text of the model and text of ours. Empty parts stay away. */
  readonly content: readonly JsonObject[];
  readonly reasoning?: unknown;
};

/** Reasoning, the message, the calls. An answer of no call and no text is a message too. */
export function outputItems(said: Said, request: Shape): readonly JsonObject[] {
  const says = said.content.length > 0 || said.calls.length === 0;
  return [
    ...reasoningOutput(said, request),
    ...(says ? [messageItem(said)] : []),
    ...callItems(said, request),
  ];
}

/** `logprobs` are never given, and must be there, as `annotations` must. */
export function textPart(text: string, annotations: readonly JsonObject[] = []): JsonObject {
  return { type: 'output_text', annotations, logprobs: [], text };
}

export function refusalPart(refusal: string): JsonObject {
  return { type: 'refusal', refusal };
}

export function messageItem({ id, content, calls, stop }: Omit<Said, 'reasoning'>): JsonObject {
  const status = stop === 'truncated' && calls.length === 0 ? 'incomplete' : 'completed';
  return { id: itemId('msg', id, 0), type: 'message', status, role: 'assistant', content };
}

/** Calls as the client is to run them: their arguments stand as they were checked. */
export function callItems(
  { id, calls }: Pick<Said, 'id' | 'calls'>,
  { custom }: Shape,
): readonly JsonObject[] {
  return calls.map(({ id: call_id, tool: name, args }, index) => {
    const common = { status: 'completed', call_id, name };
    return custom.has(name)
      ? {
          id: itemId('ctc', id, index),
          type: 'custom_tool_call',
          ...common,
          input: customInput(args, args),
        }
      : { id: itemId('fc', id, index), type: 'function_call', ...common, arguments: args };
  });
}

/**
 * Reasoning and searches, in their order. The encrypted form is for clients that asked for it; sent
 * back, all of it is left out.
 */
export function reasoningOutput(
  { id, reasoning }: Pick<Said, 'id' | 'reasoning'>,
  shape: Shape,
): readonly JsonObject[] {
  const encrypts = includes(shape, 'encrypted');
  return reasoningItems(reasoning).map(({ encrypted_content, ...item }, index) =>
    item['type'] === 'reasoning'
      ? { ...item, id: itemId('rs', id, index), ...(encrypts && { encrypted_content }) }
      : { ...item, id: itemId('ws', id, index) },
  );
}
