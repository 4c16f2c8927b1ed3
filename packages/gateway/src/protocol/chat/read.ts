import type { ClientRequest } from '../protocol.ts';
import {
  booleanField,
  fieldsOf,
  invalidField,
  itemField,
  listField,
  stringField,
  wordOf,
  type Fields,
} from '../shared/fields.ts';
import { readMessages } from './messages.ts';
import { bodyTable, cacheOptionsTable, streamOptionsTable } from './tables.ts';
import { callableBy, checkToolChoice } from './tool-choice.ts';
import { readTools } from './tools.ts';

/**
 * A Chat Completions request. Throws `RequestError` for every field that is not known, not guarded
 * or not of its type.
 */
export function readRequest(body: unknown): ClientRequest {
  const fields = fieldsOf(body, bodyTable, '');
  const items = listField(fields, 'messages');
  if (items.length === 0) throw invalidField('messages', 'is empty', 'pass at least one message');
  const { tools, custom, strict } = readTools(listField(fields, 'tools'));
  const choice = itemField(fields, 'tool_choice');
  checkToolChoice(choice, new Set(tools.map(({ name }) => name)));
  const format = itemField(fields, 'response_format');
  return {
    model: stringField(fields, 'model'),
    messages: readMessages(items),
    tools,
    custom,
    callable: callableBy(choice),
    stream: booleanField(fields, 'stream'),
    structured: isStructured(fields),
    previous: undefined,
    params: {
      ...fields.inert,
      ...nested(fields),
      ...(choice.value !== undefined && { tool_choice: choice.value }),
      ...(format.value !== undefined && { response_format: format.value }),
      // `render` writes the tools, and asks here which of them are strict.
      ...(strict.length > 0 && { tools: strict }),
    },
  };
}

function isStructured(fields: Fields): boolean {
  const format = itemField(fields, 'response_format');
  if (format.value === undefined) return false;
  const type = wordOf(format, 'type');
  if (type === 'text') return false;
  if (type === 'json_object' || type === 'json_schema') return true;
  const hint = 'use `text`, `json_object` or `json_schema`';
  throw invalidField('response_format.type', 'is no format', hint);
}

/** Options that are objects of inert fields. */
function nested(fields: Fields): Readonly<Record<string, unknown>> {
  const stream = itemField(fields, 'stream_options');
  const cache = itemField(fields, 'prompt_cache_options');
  const found: Record<string, unknown> = {};
  if (stream.value !== undefined) {
    found['stream_options'] = fieldsOf(stream.value, streamOptionsTable, stream.at).inert;
  }
  if (cache.value !== undefined) {
    found['prompt_cache_options'] = fieldsOf(cache.value, cacheOptionsTable, cache.at).inert;
  }
  return found;
}
