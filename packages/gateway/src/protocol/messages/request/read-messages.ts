import type { PlainCall, PlainMessage, PlainPart } from '@sluice/core';
import {
  booleanField,
  type Fields,
  fieldsOf,
  invalidField,
  isRecord,
  type Item,
  itemField,
  listField,
  stringField,
  wordOf,
} from '../../shared/fields.ts';
import type { Place } from '../../shared/place.ts';
import {
  type BlockPlace,
  inputOf,
  isBlank,
  itemsOf,
  readPart,
  readParts,
  readText,
} from './read-blocks.ts';
import { toolName } from './read-tools.ts';
import {
  callFields,
  messageFields,
  reasoningFields,
  resultFields,
  saidFields,
  searchBlockFields,
  searchTool,
} from '../tables.ts';

/**
 * The transcript of a request. Throws `RequestError` for what the provider would refuse too, so
 * that no message is read as something that it is not: results without their calls, calls without
 * their results, empty messages.
 */
export function readMessages(fields: Fields, where: BlockPlace): readonly PlainMessage[] {
  const items = listField(fields, 'messages');
  const reader = new TranscriptReader(fields.at.field('messages'), where);
  for (const item of items) reader.read(item);
  return reader.end();
}

class TranscriptReader {
  readonly #at: Place;
  readonly #where: BlockPlace;
  readonly #calls = new OpenCalls();
  readonly #messages: PlainMessage[] = [];

  constructor(at: Place, where: BlockPlace) {
    this.#at = at;
    this.#where = where;
  }

  read(item: Item): void {
    const role = wordOf(item, 'role');
    const fields = fieldsOf(item.value, messageFields, item.at);
    if (role === 'user') this.#user(fields);
    else if (role === 'assistant') this.#assistant(fields);
    else if (role === 'system') this.#system(fields);
    else throw invalidField(item.at.field('role'), 'is no role', 'use `user` or `assistant`');
  }

  end(): readonly PlainMessage[] {
    if (this.#messages.length === 0) {
      throw invalidField(this.#at, 'is empty', 'pass at least one message');
    }
    this.#calls.mustBeAnswered(this.#at);
    return this.#messages;
  }

  #user(fields: Fields): void {
    const content = itemField(fields, 'content');
    if (typeof content.value === 'string') {
      this.#prompt('user', readParts(content, this.#where), content.at);
      return;
    }
    const parts: PlainPart[] = [];
    const items = itemsOf(content);
    for (const item of items) {
      if (wordOf(item, 'type') !== 'tool_result') {
        parts.push(readPart(item, this.#where));
        continue;
      }
      if (parts.length > 0) {
        throw invalidField(item.at, 'stands behind other blocks', 'put results of tools first');
      }
      this.#messages.push(this.#result(item));
    }
    if (parts.length > 0 || items.length === 0) this.#prompt('user', parts, content.at);
  }

  /** Later instructions, where the provider allows them: behind a message of the user. */
  #system(fields: Fields): void {
    const content = itemField(fields, 'content');
    // It only set something for the turn.
    if (Array.isArray(content.value) && content.value.length === 0) return;
    if (this.#messages.length === 0 || this.#messages.at(-1)?.role === 'assistant') {
      throw invalidField(
        fields.at,
        'is a system message that follows no message of the user',
        'put first instructions into `system`',
      );
    }
    this.#prompt('system', readParts(content, this.#where), content.at);
  }

  #prompt(role: 'system' | 'user', parts: readonly PlainPart[], at: Place): void {
    this.#calls.mustBeAnswered(at);
    if (parts.length === 0 || parts.some(isBlank)) {
      throw invalidField(at, 'has no text', 'leave out messages and text blocks without text');
    }
    this.#messages.push({ role, parts });
  }

  #result(item: Item): PlainMessage {
    const fields = fieldsOf(item.value, resultFields, item.at);
    this.#where.markers.collect(this.#where.place, fields);
    const callId = stringField(fields, 'tool_use_id');
    const tool = this.#calls.answer(callId, item.at.field('tool_use_id'));
    const content = itemField(fields, 'content');
    const parts = content.value === undefined ? [] : readParts(content, this.#where);
    const failed = booleanField(fields, 'is_error');
    return { role: 'tool', callId, tool, parts, ...(failed && { failed }) };
  }

  #assistant(fields: Fields): void {
    if (this.#messages.length === 0) {
      throw invalidField(fields.at, 'is the first message', 'begin with a message of the user');
    }
    if (this.#messages.at(-1)?.role !== 'assistant') this.#calls.mustBeAnswered(fields.at);
    const content = itemField(fields, 'content');
    const isText = typeof content.value === 'string';
    const texts: string[] = typeof content.value === 'string' ? [content.value] : [];
    const calls: PlainCall[] = [];
    for (const item of isText ? [] : itemsOf(content)) {
      const type = wordOf(item, 'type');
      if (type === 'text') texts.push(readText(item, this.#where, saidFields));
      else if (type === 'tool_use') calls.push(this.#call(item));
      else if (isSearchBlock(item, type)) this.#search(item);
      else readReasoning(item, type);
    }
    this.#messages.push({ role: 'assistant', text: texts.join(''), calls });
  }

  /** Looked at and left out, as reasoning is. */
  #search(item: Item): void {
    const fields = fieldsOf(item.value, searchBlockFields, item.at);
    this.#where.markers.collect(this.#where.place, fields);
  }

  #call(item: Item): PlainCall {
    const fields = fieldsOf(item.value, callFields, item.at);
    this.#where.markers.collect(this.#where.place, fields);
    const id = stringField(fields, 'id');
    const tool = toolName(stringField(fields, 'name'), item.at.field('name'));
    this.#calls.open({ id, tool }, item.at.field('id'));
    return { id, tool, args: inputOf(fields) };
  }
}

function isSearchBlock({ value }: Item, type: string | undefined): boolean {
  if (type === 'web_search_tool_result') return true;
  return type === 'server_tool_use' && isRecord(value) && value['name'] === searchTool.name;
}

/** Reasoning is looked at and left out; any other block is the work of a tool of the provider. */
function readReasoning(item: Item, type: string | undefined): void {
  if (type !== 'thinking' && type !== 'redacted_thinking') return item.at.drop(type);
  fieldsOf(item.value, reasoningFields, item.at);
}

/** Calls whose results have not come yet. The results must be the very next thing. */
class OpenCalls {
  readonly #open = new Map<string, string>();
  readonly #ids = new Set<string>();

  /** Throws `RequestError` for an id that another call has. */
  open({ id, tool }: { readonly id: string; readonly tool: string }, at: Place): void {
    if (this.#ids.has(id)) {
      throw invalidField(at, 'is the id of another call', 'give each call its own id');
    }
    this.#ids.add(id);
    this.#open.set(id, tool);
  }

  /** The tool of the call that is answered. Throws `RequestError` if no such call is open. */
  answer(id: string, at: Place): string {
    const tool = this.#open.get(id);
    if (tool === undefined) {
      throw invalidField(
        at,
        'is no call of the message before',
        'send the assistant message with the `tool_use` block right before its `tool_result`',
      );
    }
    this.#open.delete(id);
    return tool;
  }

  /** Throws `RequestError` while a call has no result. */
  mustBeAnswered(at: Place): void {
    if (this.#open.size === 0) return;
    throw invalidField(
      at,
      'stands where results of calls are missing',
      'answer each `tool_use` with a `tool_result` in the next message',
    );
  }
}
