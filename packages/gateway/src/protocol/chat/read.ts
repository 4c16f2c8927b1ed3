import type { PlainCall, PlainMessage, PlainPart } from '@sluice/core';
import type { ClientRequest } from '../protocol.ts';
import {
  booleanField,
  type Fields,
  fieldsOf,
  type FieldTable,
  invalidField,
  type Item,
  itemField,
  listField,
  optionalString,
  refusedField,
  stringField,
  wordOf,
  textPart,
} from '../shared/fields.ts';
import { Place } from '../shared/place.ts';
import { unknownBlock, unknownPart } from '../shared/unknown.ts';
import {
  assistantTable,
  audioPartTable,
  audioTable,
  bodyTable,
  cacheOptionsTable,
  calledCustomTable,
  calledFunctionTable,
  customCallTable,
  filePartTable,
  fileTable,
  functionCallTable,
  imagePartTable,
  imageTable,
  promptTable,
  spokenRefusalTable,
  spokenTextTable,
  streamOptionsTable,
  textPartTable,
  toolMessageTable,
} from './tables.ts';
import { compatibleParams } from './compatible.ts';
import { callableBy, checkToolChoice, knownChoice, readTools } from './tools.ts';

/** A Chat Completions request. Throws `RequestError` for what is refused or not of its type. */
export function readRequest(body: unknown): ClientRequest {
  const fields = fieldsOf(body, bodyTable, Place.body());
  const items = listField(fields, 'messages');
  if (items.length === 0) {
    throw invalidField(fields.at.field('messages'), 'is empty', 'pass at least one message');
  }
  const { tools, custom, strict } = readTools(listField(fields, 'tools'));
  const choice = knownChoice(itemField(fields, 'tool_choice'));
  checkToolChoice(choice, new Set(tools.map(({ name }) => name)));
  const format = itemField(fields, 'response_format');
  return {
    model: stringField(fields, 'model'),
    messages: readMessages(items, fields.at),
    tools,
    custom,
    callable: callableBy(choice),
    stream: booleanField(fields, 'stream'),
    structured: isStructured(fields),
    previous: undefined,
    report: fields.at.report,
    params: {
      ...fields.inert,
      ...nested(fields),
      ...compatibleParams(fields),
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
  throw invalidField(format.at.field('type'), 'is no format', hint);
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

/**
 * The client's transcript. As the provider does, it insists that every call is answered, at once,
 * and that every result answers a call: what a result belongs to decides its label.
 */
function readMessages(items: readonly Item[], body: Place): readonly PlainMessage[] {
  const messages: PlainMessage[] = [];
  let open = new Map<string, string>();
  for (const item of items) {
    const message = messageOf(item, open);
    if (message.role === 'tool') open.delete(message.callId);
    else if (open.size > 0) throw unanswered(item.at);
    if (message.role === 'assistant') open = idsOf(message.calls, item.at);
    messages.push(message);
  }
  if (open.size > 0) throw unanswered(body.field('messages'));
  return messages;
}

function messageOf(item: Item, open: ReadonlyMap<string, string>): PlainMessage {
  const role = wordOf(item, 'role');
  switch (role) {
    case 'system':
    case 'developer': // the newer word: every provider takes `system`, so that is rendered
      return {
        role: 'system',
        parts: contentParts(fieldsOf(item.value, promptTable, item.at)),
      };
    case 'user':
      return { role, parts: contentParts(fieldsOf(item.value, promptTable, item.at)) };
    case 'assistant':
      return assistantOf(item);
    case 'tool':
      return resultOf(item, open);
    case 'function':
      throw refusedField(item.at.field('role'), 'send the result as a message of role `tool`');
    case undefined:
    default:
      throw invalidField(
        item.at.field('role'),
        'is no role',
        'use system, user, assistant or tool',
      );
  }
}

function assistantOf(item: Item): PlainMessage {
  const fields = fieldsOf(item.value, assistantTable, item.at);
  const calls = listField(fields, 'tool_calls').map(callOf);
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
    throw invalidField(item.at.field('type'), 'is no type of call', 'use `function` or `custom`');
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
    throw invalidField(item.at.field('tool_call_id'), 'answers no open call', hint);
  }
  return { role: 'tool', callId, tool, parts: contentParts(fields) };
}

function idsOf(calls: readonly PlainCall[], at: Place): Map<string, string> {
  const ids = new Map(calls.map(({ id, tool }) => [id, tool]));
  if (ids.size === calls.length) return ids;
  throw invalidField(
    at.field('tool_calls'),
    'holds an id twice',
    'give each call an id of its own',
  );
}

function unanswered(at: Place): Error {
  const hint = 'after `tool_calls`, send one message of role `tool` for each call, then the rest';
  return invalidField(at, 'leaves a call without its result', hint);
}

/** Types of content parts besides text. */
type Medium = 'image_url' | 'input_audio' | 'file';

const media: readonly Medium[] = ['image_url', 'input_audio', 'file'];

/** The name of a participant is content of the message, and labelled with it as a part. */
export const nameMediaType = 'text/x-participant-name';

/** The parts of a message's `content`: one for a string, else one for each part of the list. */
function contentParts(fields: Fields): readonly PlainPart[] {
  const name = optionalString(fields, 'name');
  const parts = bodyParts(fields);
  if (name === undefined) return parts;
  return [{ kind: 'opaque', mediaType: nameMediaType, data: { type: 'name', name } }, ...parts];
}

/** The text of an assistant's message, refusals included: each is what the model said. */
function assistantText(fields: Fields): string {
  const refusal = optionalString(fields, 'refusal') ?? '';
  if (!Array.isArray(fields.read.get('content'))) {
    return (optionalString(fields, 'content') ?? '') + refusal;
  }
  return listField(fields, 'content').map(spokenText).join('') + refusal;
}

function bodyParts(fields: Fields): readonly PlainPart[] {
  if (!Array.isArray(fields.read.get('content'))) {
    return [{ kind: 'text', text: stringField(fields, 'content') }];
  }
  const items = listField(fields, 'content');
  // Some clients write the result of a tool that said nothing so.
  if (items.length === 0) return [{ kind: 'text', text: '' }];
  return items.map(partOf);
}

function partOf(item: Item): PlainPart {
  const type = wordOf(item, 'type');
  if (type === 'text') {
    const fields = fieldsOf(item.value, textPartTable, item.at);
    return textPart(fields, stringField(fields, 'text'));
  }
  const medium = media.find((each) => each === type);
  return medium === undefined
    ? unknownPart(item, unknownBlock, ['text', ...media])
    : mediumOf(item, medium);
}

/** Read and rebuilt, so that the part that is passed on holds nothing that was not looked at. */
function mediumOf(item: Item, medium: Medium): PlainPart {
  switch (medium) {
    case 'image_url': {
      const image = inner(item, medium, [imagePartTable, imageTable]);
      const url = stringField(image, 'url');
      const data = { type: medium, image_url: { url, ...image.inert } };
      return { kind: 'opaque', mediaType: mediaTypeIn(url) ?? 'image/*', data };
    }
    case 'input_audio': {
      const audio = inner(item, medium, [audioPartTable, audioTable]);
      const format = stringField(audio, 'format');
      const data = { type: medium, input_audio: { data: stringField(audio, 'data'), format } };
      return { kind: 'opaque', mediaType: `audio/${format}`, data };
    }
    case 'file': {
      const file = inner(item, medium, [filePartTable, fileTable]);
      const bytes = stringField(file, 'file_data');
      const data = { type: medium, file: { ...file.inert, file_data: bytes } };
      const mediaType = mediaTypeIn(bytes) ?? 'application/octet-stream';
      return { kind: 'opaque', mediaType, data };
    }
  }
}

function inner(item: Item, medium: Medium, tables: readonly [FieldTable, FieldTable]): Fields {
  const { value, at } = itemField(fieldsOf(item.value, tables[0], item.at), medium);
  return fieldsOf(value, tables[1], at);
}

function spokenText(item: Item): string {
  const type = wordOf(item, 'type');
  if (type === 'text') return stringField(fieldsOf(item.value, spokenTextTable, item.at), 'text');
  if (type !== 'refusal') {
    item.at.drop(type);
    return '';
  }
  return stringField(fieldsOf(item.value, spokenRefusalTable, item.at), 'refusal');
}

function mediaTypeIn(url: string): string | undefined {
  return /^data:([\w.+-]{1,64}\/[\w.+-]{1,64})[;,]/.exec(url)?.[1];
}
