import type { PlainCall, PlainMessage, PlainPart } from '@sluice/core';
import {
  fieldsOf,
  invalidField,
  isRecord,
  itemField,
  listField,
  optionalString,
  stringField,
  wordOf,
  type Fields,
  type Item,
} from '../../shared/fields.ts';
import type { Place } from '../../shared/place.ts';
import { refuseType, unknownItem, unknownPart } from '../../shared/unknown.ts';
import { customArgs } from '../../shared/wire.ts';
import { inputParts, outputText } from './content.ts';
import {
  answeredBy,
  isByClient,
  argsOf,
  calledBy,
  clientCallFields,
  clientOutputFields,
  type ClientTool,
  clientToolItems,
  resultParts,
} from '../client-tools.ts';
import { itemOrigin } from '../ids.ts';
import { nameOf } from '../names.ts';
import {
  callOutputFields,
  customCallFields,
  declaringItems,
  functionCallFields,
  messageFields,
  refusedItems,
  searchCallFields,
} from './tables.ts';

/**
 * The client's items as messages. What the assistant said in one response comes as several items;
 * they are one message again by this rule:
 *
 * - A call belongs to the assistant's message that is open, or opens one.
 * - Text or reasoning of the assistant belongs to the open message if that has calls, for no other
 *   response can begin before their results; else it opens one.
 * - Items whose ids name two different responses of ours never are one message.
 * - Anything that is not the assistant's closes the message.
 *
 * `continued`: the request goes on from a stored response, so a result may answer a call that is
 * not in `input`; its message then has the tool `''`, for the run's store to fill in.
 */
export function readInput(
  fields: Fields,
  { continued }: { readonly continued: boolean },
): readonly PlainMessage[] {
  const input = itemField(fields, 'input');
  if (typeof input.value === 'string') {
    return [{ role: 'user', parts: [{ kind: 'text', text: input.value }] }];
  }
  const reader = new InputReader(continued);
  for (const item of listField(fields, 'input')) reader.add(item);
  return reader.messages();
}

const knownTypes = [
  'message',
  'function_call',
  'custom_tool_call',
  'function_call_output',
  'custom_tool_call_output',
  'web_search_call',
  'reasoning',
  ...declaringItems,
  ...clientToolItems,
  ...refusedItems.keys(),
];

interface ReadResult {
  readonly fields: Fields;
  readonly callId: string;
  /** Read only where the result belongs to a call. */
  readonly parts: () => readonly PlainPart[];
}

interface OpenMessage {
  text: string;
  readonly calls: PlainCall[];
  readonly origin: string | undefined;
}

class InputReader {
  readonly #messages: PlainMessage[] = [];
  readonly #calls = new Set<string>();
  readonly #unanswered = new Map<string, { readonly tool: string; readonly at: Place }>();
  readonly #answered = new Set<string>();
  readonly #continued: boolean;
  #open: OpenMessage | undefined;

  constructor(continued: boolean) {
    this.#continued = continued;
  }

  add(item: Item): void {
    const type = typeOf(item);
    switch (type) {
      case 'message':
        return this.#message(fieldsOf(item.value, messageFields, item.at));
      case 'function_call':
        return this.#call(fieldsOf(item.value, functionCallFields, item.at), (fields) =>
          stringField(fields, 'arguments'),
        );
      case 'custom_tool_call':
        return this.#call(fieldsOf(item.value, customCallFields, item.at), (fields) =>
          customArgs(stringField(fields, 'input')),
        );
      case 'function_call_output':
      case 'custom_tool_call_output':
        return this.#result(fieldsOf(item.value, callOutputFields, item.at), item);
      case 'web_search_call':
        fieldsOf(item.value, searchCallFields, item.at);
        return this.#reasoning(item);
      case 'reasoning':
        return this.#reasoning(item);
      case 'configuration_update':
        item.at.drop(type);
        return;
      case 'tool_search_call':
        if (isByClient(item.value)) break;
        item.at.drop(type);
        return;
    }
    // Read with the tools of the request; only a search of the client's is a call with a result.
    const isResult = answeredBy(type) !== undefined && isByClient(item.value);
    if (declaringItems.has(type) && !isResult) return;
    const called = calledBy(type);
    if (called !== undefined) return this.#clientCall(item, called);
    const answered = answeredBy(type);
    if (answered !== undefined) return this.#clientResult(item, answered);
    refuseType({ ...item, value: { type } }, refusedItems);
    this.#unread(item);
  }

  #clientCall(item: Item, tool: ClientTool): void {
    const fields = fieldsOf(item.value, clientCallFields, item.at);
    this.#addCall(fields, { tool: tool.name, args: argsOf(fields, tool) });
  }

  #clientResult(item: Item, tool: ClientTool): void {
    const fields = fieldsOf(item.value, clientOutputFields, item.at);
    const output = itemField(fields, 'output');
    const parts = (): readonly PlainPart[] => resultParts(output, tool);
    // Some name their call in the field `id`.
    const callId = optionalString(fields, 'call_id') ?? stringField(fields, 'id');
    this.#addResult(item, { fields, callId, parts });
  }

  #unread(item: Item): void {
    this.#push({ role: 'user', parts: [unknownPart(item, unknownItem, knownTypes)] });
  }

  messages(): readonly PlainMessage[] {
    this.#close();
    for (const { at } of this.#unanswered.values()) {
      throw invalidField(at, 'is a call without its result', 'send the result of each call');
    }
    return this.#messages;
  }

  #message(fields: Fields): void {
    const content = itemField(fields, 'content');
    const role = stringField(fields, 'role');
    switch (role) {
      case 'user':
        return this.#push({ role, parts: inputParts(content) });
      case 'system':
      case 'developer':
        return this.#push({ role: 'system', parts: inputParts(content) });
      case 'assistant':
        this.#said(originOf(fields)).text += outputText(content);
        return;
    }
    const hint = 'use `user`, `system`, `developer` or `assistant`';
    throw invalidField(fields.at.field('role'), 'is not a role', hint);
  }

  #call(fields: Fields, args: (fields: Fields) => string): void {
    const tool = nameOf(optionalString(fields, 'namespace'), stringField(fields, 'name'));
    this.#addCall(fields, { tool, args: args(fields) });
  }

  #addCall(fields: Fields, called: Pick<PlainCall, 'tool' | 'args'>): void {
    const call = { id: idOf(fields), ...called };
    if (this.#calls.has(call.id)) {
      const hint = 'give each call an id of its own, and send it once';
      throw invalidField(fields.at.field('call_id'), 'is the id of another call', hint);
    }
    const origin = originOf(fields);
    if (this.#open === undefined || differ(this.#open.origin, origin)) this.#begin(origin);
    this.#open?.calls.push(call);
    this.#calls.add(call.id);
    this.#unanswered.set(call.id, { tool: call.tool, at: fields.at });
  }

  #result(fields: Fields, item: Item): void {
    const parts = (): readonly PlainPart[] => inputParts(itemField(fields, 'output'));
    this.#addResult(item, { fields, callId: idOf(fields), parts });
  }

  #addResult(item: Item, { fields, callId, parts }: ReadResult): void {
    // A tool that told something before it ended has two results. The second goes as it stands: so
    // what is refused is looked for, and it may declare no tool.
    if (this.#answered.has(callId)) {
      parts();
      return declaringItems.has(wordOf(item, 'type') ?? '') ? item.at.drop() : this.#unread(item);
    }
    const tool = this.#unanswered.get(callId)?.tool ?? this.#toolBefore(callId);
    if (tool === undefined) {
      const hint = 'send the call before its result, once, or `previous_response_id`';
      throw invalidField(fields.at.field('call_id'), 'names no open call of the input', hint);
    }
    this.#unanswered.delete(callId);
    this.#answered.add(callId);
    this.#calls.add(callId);
    const failed = (optionalString(fields, 'status') ?? 'completed') !== 'completed';
    this.#push({ role: 'tool', callId, tool, parts: parts(), ...(failed && { failed }) });
  }

  #toolBefore(callId: string): string | undefined {
    return this.#continued && !this.#calls.has(callId) ? '' : undefined;
  }

  /** Left out, as searches are: only what we stored is replayed. It says where responses begin. */
  #reasoning({ value }: Item): void {
    const id = isRecord(value) ? value['id'] : undefined;
    const origin = typeof id === 'string' ? itemOrigin(id)?.answerId : undefined;
    const open = this.#open;
    if (open === undefined || (origin !== undefined && origin === open.origin)) return;
    if (open.calls.length === 0 || differ(open.origin, origin)) this.#close();
  }

  #said(origin: string | undefined): OpenMessage {
    const open = this.#open;
    if (open === undefined || open.calls.length === 0 || differ(open.origin, origin)) {
      return this.#begin(origin);
    }
    return open;
  }

  #begin(origin: string | undefined): OpenMessage {
    this.#close();
    this.#open = { text: '', calls: [], origin };
    return this.#open;
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { text, calls } = this.#open;
    this.#open = undefined;
    this.#messages.push({ role: 'assistant', text, calls });
  }

  #push(message: PlainMessage): void {
    this.#close();
    this.#messages.push(message);
  }
}

/** Messages and references may come without a type; a reference then is an id alone. */
function typeOf(item: Item): string {
  const type = wordOf(item, 'type');
  if (type !== undefined) return type;
  return wordOf(item, 'role') === undefined && wordOf(item, 'id') !== undefined
    ? 'item_reference'
    : 'message';
}

function idOf(fields: Fields): string {
  return stringField(fields, 'call_id');
}

function originOf(fields: Fields): string | undefined {
  return itemOrigin(optionalString(fields, 'id') ?? '')?.answerId;
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}
