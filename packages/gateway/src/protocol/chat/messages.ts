import type { PlainCall, PlainMessage } from '@sluice/core';
import {
  fieldsOf,
  invalidField,
  itemField,
  listField,
  optionalString,
  refusedField,
  stringField,
  wordOf,
  type Item,
} from '../shared/fields.ts';
import { assistantText, contentParts, media } from './content.ts';
import {
  assistantTable,
  calledCustomTable,
  calledFunctionTable,
  customCallTable,
  functionCallTable,
  promptTable,
  toolMessageTable,
} from './tables.ts';

/**
 * The client's transcript. As the provider does, it insists that every call is answered, at once,
 * and that every result answers a call: what a result belongs to decides its label.
 */
export function readMessages(items: readonly Item[]): readonly PlainMessage[] {
  const messages: PlainMessage[] = [];
  let open = new Map<string, string>();
  for (const item of items) {
    const message = messageOf(item, open);
    if (message.role === 'tool') open.delete(message.callId);
    else if (open.size > 0) throw unanswered(item.at);
    if (message.role === 'assistant') open = idsOf(message.calls, item.at);
    messages.push(message);
  }
  if (open.size > 0) throw unanswered('messages');
  return messages;
}

function messageOf(item: Item, open: ReadonlyMap<string, string>): PlainMessage {
  const role = wordOf(item, 'role');
  switch (role) {
    case 'system':
    case 'developer': // the newer word: every provider takes `system`, so that is rendered
      return {
        role: 'system',
        parts: contentParts(fieldsOf(item.value, promptTable, item.at), []),
      };
    case 'user':
      return { role, parts: contentParts(fieldsOf(item.value, promptTable, item.at), media) };
    case 'assistant':
      return assistantOf(item);
    case 'tool':
      return resultOf(item, open);
    case 'function':
      throw refusedField(`${item.at}.role`, 'send the result as a message of role `tool`');
    case undefined:
    default:
      throw invalidField(`${item.at}.role`, 'is no role', 'use system, user, assistant or tool');
  }
}

function assistantOf(item: Item): PlainMessage {
  const fields = fieldsOf(item.value, assistantTable, item.at);
  const calls = listField(fields, 'tool_calls').map(callOf);
  if (calls.length === 0 && !fields.read.has('content') && !fields.read.has('refusal')) {
    const hint = 'give the message `content` or `tool_calls`, or leave it out';
    throw invalidField(item.at, 'says nothing', hint);
  }
  return { role: 'assistant', text: assistantText(fields), calls };
}

function callOf(item: Item): PlainCall {
  if (wordOf(item, 'type') === 'custom') {
    const fields = fieldsOf(item.value, customCallTable, item.at);
    const { value, at } = itemField(fields, 'custom');
    const called = fieldsOf(value, calledCustomTable, at);
    const args = JSON.stringify({ input: stringField(called, 'input') });
    return { id: stringField(fields, 'id'), tool: stringField(called, 'name'), args };
  }
  const fields = fieldsOf(item.value, functionCallTable, item.at);
  if ((optionalString(fields, 'type') ?? 'function') !== 'function') {
    throw invalidField(`${item.at}.type`, 'is no type of call', 'use `function` or `custom`');
  }
  const { value, at } = itemField(fields, 'function');
  const called = fieldsOf(value, calledFunctionTable, at);
  const args = stringField(called, 'arguments');
  return { id: stringField(fields, 'id'), tool: stringField(called, 'name'), args };
}

function resultOf(item: Item, open: ReadonlyMap<string, string>): PlainMessage {
  const fields = fieldsOf(item.value, toolMessageTable, item.at);
  const callId = stringField(fields, 'tool_call_id');
  const tool = open.get(callId);
  if (tool === undefined) {
    const hint = 'send the assistant message with this call right before its results, each once';
    throw invalidField(`${item.at}.tool_call_id`, 'answers no open call', hint);
  }
  return { role: 'tool', callId, tool, parts: contentParts(fields, []) };
}

function idsOf(calls: readonly PlainCall[], at: string): Map<string, string> {
  const ids = new Map(calls.map(({ id, tool }) => [id, tool]));
  if (ids.size === calls.length) return ids;
  throw invalidField(`${at}.tool_calls`, 'holds an id twice', 'give each call an id of its own');
}

function unanswered(at: string): Error {
  const hint = 'after `tool_calls`, send one message of role `tool` for each call, then the rest';
  return invalidField(at, 'leaves a call without its result', hint);
}
