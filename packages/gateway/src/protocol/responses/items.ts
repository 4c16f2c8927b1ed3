import type { Answer, ClientRequest } from '../protocol.ts';
import { customInput } from '../shared/wire.ts';
import { itemId } from './ids.ts';
import { reasoningItems } from './reasoning.ts';

export type Wire = Readonly<Record<string, unknown>>;
/** What writing items needs of the request. */
type Shape = Pick<ClientRequest, 'custom' | 'params'>;

/** What one response says, as far as its items show it. */
type Said = Pick<Answer, 'id' | 'calls' | 'stop'> & {
  /** Parts of the message: text of the model and text of ours. Empty parts stay away. */
  readonly content: readonly Wire[];
  readonly reasoning?: unknown;
};

/** Reasoning, the message, the calls. An answer of no call and no text is a message too. */
export function outputItems(said: Said, request: Shape): readonly Wire[] {
  const says = said.content.length > 0 || said.calls.length === 0;
  return [
    ...reasoningOutput(said, request),
    ...(says ? [messageItem(said)] : []),
    ...callItems(said, request),
  ];
}

/** `logprobs` and `annotations` are never given, and must be there. */
export function textPart(text: string): Wire {
  return { type: 'output_text', annotations: [], logprobs: [], text };
}

export function refusalPart(refusal: string): Wire {
  return { type: 'refusal', refusal };
}

export function messageItem({ id, content, calls, stop }: Omit<Said, 'reasoning'>): Wire {
  const status = stop === 'truncated' && calls.length === 0 ? 'incomplete' : 'completed';
  return { id: itemId('msg', id, 0), type: 'message', status, role: 'assistant', content };
}

/** Calls as the client is to run them: their arguments stand as they were checked. */
export function callItems(
  { id, calls }: Pick<Said, 'id' | 'calls'>,
  { custom }: Shape,
): readonly Wire[] {
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

/** The encrypted form is for clients that asked for it; sent back, it is left out all the same. */
export function reasoningOutput(
  { id, reasoning }: Pick<Said, 'id' | 'reasoning'>,
  { params }: Shape,
): readonly Wire[] {
  return reasoningItems(reasoning).map(({ encrypted_content, ...item }, index) => ({
    ...item,
    id: itemId('rs', id, index),
    ...(params['include'] !== undefined && { encrypted_content }),
  }));
}
