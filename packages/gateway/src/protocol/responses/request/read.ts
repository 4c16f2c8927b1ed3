import type { PlainMessage } from '@sluice/core';
import type { ClientRequest } from '../../protocol.ts';
import {
  booleanField,
  fieldsOf,
  invalidField,
  itemField,
  listField,
  optionalString,
  stringField,
  wordOf,
  type Fields,
} from '../../shared/fields.ts';
import { Place } from '../../shared/place.ts';
import { RequestError } from '../../errors.ts';
import { answerIdOf } from '../ids.ts';
import { included } from '../included.ts';
import { callableBy, checkToolChoice, hostedChoice, knownChoice } from './choice.ts';
import { readInput } from './input.ts';
import { cacheFields, formatFields, requestFields, textFields } from './tables.ts';
import { toolsInInput } from './tools-in-input.ts';
import { readTools } from './tools.ts';

/** A request as this protocol has it. */
export interface ResponsesRequest extends ClientRequest {
  /**
   * The first message is `instructions`: it holds for this request alone, and is not part of what
   * a later `previous_response_id` goes on from.
   */
  readonly instructions: boolean;
}

/**
 * A Responses request. `previous` is the answer's id within `previous_response_id`. Throws
 * `RequestError` for what is refused or not of its type.
 */
export function readRequest(body: unknown): ResponsesRequest {
  const fields = fieldsOf(body, requestFields, Place.body());
  const previous = previousOf(fields);
  const { tools, custom, hosted, strict } = readTools(
    listField(fields, 'tools'),
    toolsInInput(fields),
  );
  const choice = knownChoice(itemField(fields, 'tool_choice'));
  const chosen = [...tools.map(({ name }) => name), ...[...hosted.keys()].map(hostedChoice)];
  checkToolChoice(choice, new Set(chosen));
  const instructions = instructionsOf(fields);
  const text = textOf(fields);
  return {
    model: stringField(fields, 'model'),
    messages: [...instructions, ...inputOf(fields, previous)],
    instructions: instructions.length > 0,
    tools,
    custom,
    callable: callableBy(choice),
    ...(hosted.size > 0 && { hosted }),
    stream: booleanField(fields, 'stream'),
    structured: text.structured,
    previous,
    report: fields.at.report,
    params: {
      ...fields.inert,
      ...text.params,
      ...cacheOf(fields),
      ...includeOf(fields),
      ...(choice.value !== undefined && { tool_choice: choice.value }),
      // `render` writes the tools, and asks here which of them are strict.
      ...(Object.keys(strict).length > 0 && { tools: strict }),
    },
  };
}

function instructionsOf(fields: Fields): readonly PlainMessage[] {
  const text = optionalString(fields, 'instructions');
  return text === undefined ? [] : [{ role: 'system', parts: [{ kind: 'text', text }] }];
}

function inputOf(fields: Fields, previous: string | undefined): readonly PlainMessage[] {
  const messages = readInput(fields, { continued: previous !== undefined });
  if (messages.length > 0 || previous !== undefined) return messages;
  throw invalidField(
    fields.at.field('input'),
    'is missing or empty',
    'pass a text, or a list of items',
  );
}

function previousOf(fields: Fields): string | undefined {
  const id = optionalString(fields, 'previous_response_id');
  if (id === undefined) return undefined;
  const answerId = answerIdOf(id);
  if (answerId !== undefined) return answerId;
  const message = 'the response that `previous_response_id` names is not in the store';
  const hint = 'name a response of this gateway, or send the whole conversation as `input`';
  throw new RequestError('previous_response_not_found', message, { hint });
}

function textOf(fields: Fields): {
  readonly structured: boolean;
  readonly params: Readonly<Record<string, unknown>>;
} {
  const { value, at } = itemField(fields, 'text');
  if (value === undefined) return { structured: false, params: {} };
  const text = fieldsOf(value, textFields, at);
  const format = itemField(text, 'format');
  if (format.value === undefined) return { structured: false, params: { text: text.inert } };
  const type = wordOf(format, 'type');
  if (type !== 'text' && type !== 'json_object' && type !== 'json_schema') {
    const hint = 'use `text`, `json_object` or `json_schema`';
    throw invalidField(format.at.field('type'), 'is no format', hint);
  }
  const { inert } = fieldsOf(format.value, formatFields, format.at);
  return {
    structured: type !== 'text',
    params: { text: { ...text.inert, format: { type, ...inert } } },
  };
}

function cacheOf(fields: Fields): Readonly<Record<string, unknown>> {
  const { value, at } = itemField(fields, 'prompt_cache_options');
  if (value === undefined) return {};
  return { prompt_cache_options: fieldsOf(value, cacheFields, at).inert };
}

function includeOf(fields: Fields): Readonly<Record<string, unknown>> {
  const items = listField(fields, 'include');
  const all: ReadonlySet<unknown> = new Set([included.encrypted, included.sources]);
  const known = items.filter(({ value }) => all.has(value));
  for (const { value, at } of items) {
    if (!all.has(value)) at.drop(typeof value === 'string' ? value : undefined);
  }
  return known.length > 0 ? { include: [...new Set(known.map(({ value }) => value))] } : {};
}
