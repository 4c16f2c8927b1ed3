import type { PlainMessage, PlainPart } from '@sluice/core';
import type { InputTurn } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { callItems, outputItems, textPart, type JsonObject } from './items.ts';

/**
 * What an answer was made from, as items, the first one first. Items of ours have the ids that they
 * were given with; the client's own have ids that nothing else reads.
 */
export function inputItems(answerId: string, turns: readonly InputTurn[]): readonly JsonObject[] {
  const custom = new Set<string>();
  const items = turns.flatMap((turn): readonly JsonObject[] => {
    if (turn.kind === 'sent') return sentItems(turn.message, custom);
    const { id, answer } = turn;
    for (const call of answer.calls) if (answer.custom.has(call.tool)) custom.add(call.id);
    const content = answer.text === '' && answer.calls.length > 0 ? [] : [textPart(answer.text)];
    return outputItems({ ...answer, id, content }, { custom: answer.custom, params: {} });
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
      const asked = callItems({ id: '', calls }, { custom: new Set(), params: {} });
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
