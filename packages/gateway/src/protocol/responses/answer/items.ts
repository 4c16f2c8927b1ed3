import type { PlainMessage, PlainPart } from '@sluice/core';
import type { Answer, ClientRequest, InputTurn } from '../../protocol.ts';
import { isRecord } from '../../shared/fields.ts';
import { customInput } from '../../shared/wire.ts';
import { declaredAmong, writtenCall } from '../client-tools.ts';
import { itemId } from '../ids.ts';
import { split } from '../names.ts';
import { includes } from '../included.ts';
import { reasoningItems } from './reasoning.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** The parts of the request that decide how items are written. */
type Shape = Pick<ClientRequest, 'custom' | 'params' | 'tools'>;

/** The contents of one response, as far as its items show it. */
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
  { custom, tools }: Shape,
): readonly JsonObject[] {
  return calls.map(({ id: call_id, tool, args }, index) => {
    const clientTool = declaredAmong(tool, tools);
    if (clientTool !== undefined) {
      const written = writtenCall(clientTool, args);
      return { id: itemId('fc', id, index), ...written, status: 'completed', call_id };
    }
    const common = { status: 'completed', call_id, ...split(tool) };
    return custom.has(tool)
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

/**
 * The input of an answer as items, oldest first. Items of ours have the ids that they were given
 * with; the client's own have ids that nothing else reads.
 */
export function inputItems(answerId: string, turns: readonly InputTurn[]): readonly JsonObject[] {
  const custom = new Set<string>();
  const items = turns.flatMap((turn): readonly JsonObject[] => {
    if (turn.kind === 'sent') return sentItems(turn.message, custom);
    const { id, answer } = turn;
    for (const call of answer.calls) if (answer.custom.has(call.tool)) custom.add(call.id);
    const content = answer.text === '' && answer.calls.length > 0 ? [] : [textPart(answer.text)];
    return outputItems(
      { ...answer, id, content },
      { custom: answer.custom, params: {}, tools: [] },
    );
  });
  return items.map((item, index) => ({ id: `item_${answerId}_${index}`, ...item }));
}

/** `custom`: the ids of calls of tools that take a text. */
function sentItems(message: PlainMessage, custom: ReadonlySet<string>): readonly JsonObject[] {
  const status = 'completed';
  switch (message.role) {
    case 'system':
    case 'user': {
      const { role, parts } = message;
      return [{ type: 'message', status, role, content: parts.map(partOf) }];
    }
    case 'tool': {
      const { callId: call_id, parts } = message;
      const type = custom.has(call_id) ? 'custom_tool_call_output' : 'function_call_output';
      const [first, ...rest] = parts;
      const isText = first?.kind === 'text' && rest.length === 0;
      const output = isText ? first.text : parts.map(partOf);
      return [{ type, status: message.failed === true ? 'incomplete' : status, call_id, output }];
    }
    case 'assistant': {
      const { text, calls } = message;
      const content = [textPart(text)];
      const said = { type: 'message', status, role: 'assistant', content };
      const asked = callItems({ id: '', calls }, { custom: new Set(), params: {}, tools: [] });
      const unnamed = asked.map(({ id: _, ...item }) => item);
      return [...(text !== '' || calls.length === 0 ? [said] : []), ...unnamed];
    }
  }
}

/** Data is the client's own part, as `read` rebuilt it. */
function partOf(part: PlainPart): JsonObject {
  if (part.kind === 'text') return { type: 'input_text', text: part.text };
  return isRecord(part.data) ? part.data : { type: 'input_text', text: '' };
}
