import type { PlainMessage } from '@sluice/core';
import { RequestError } from '../../errors.ts';
import type { ClientRequest } from '../../protocol.ts';
import type { Address } from '../../route.ts';
import {
  type Fields,
  fieldsOf,
  invalidField,
  type Item,
  itemField,
  listField,
} from '../../shared/fields.ts';
import { Place } from '../../shared/place.ts';
import { spelled } from '../spelling.ts';
import {
  bodyFields,
  countFields,
  formFields,
  generationFields,
  thinkingFields,
} from '../tables.ts';
import { contentsOf, readContents, readInstruction } from './read-contents.ts';
import { callableBy, readChoice, readTools } from './read-tools.ts';

/** A body of `:generateContent` or `:streamGenerateContent`. Throws `RequestError`. */
export function readRequest(body: unknown, { route, words, search }: Address): ClientRequest {
  const stream = route.endsWith(':streamGenerateContent');
  if (stream && new URLSearchParams(search).get('alt') !== 'sse') throw noEvents();
  const fields = fieldsOf(spelled(body), bodyFields, Place.body());
  return requestOf(fields, { model: words['model'] ?? '', stream, isWhole: true });
}

/** A body of `:countTokens`: contents alone, or a whole request. Throws `RequestError`. */
export function readCount(body: unknown, { words }: Address): ClientRequest {
  const outer = fieldsOf(spelled(body), countFields, Place.body());
  const asked = itemField(outer, 'generateContentRequest');
  const fields =
    asked.value === undefined ? outer : fieldsOf(spelled(asked.value), bodyFields, asked.at);
  return requestOf(fields, { model: words['model'] ?? '', stream: false, isWhole: false });
}

interface Beside {
  readonly model: string;
  readonly stream: boolean;
  readonly isWhole: boolean;
}

function requestOf(fields: Fields, { model, stream, isWhole }: Beside): ClientRequest {
  const items = contentsOf(fields);
  if (items.length === 0) {
    throw invalidField(fields.at.field('contents'), 'is empty', 'pass at least one content');
  }
  const { tools, schemas, hosted } = readTools(listField(fields, 'tools'));
  const choice = readChoice(itemField(fields, 'toolConfig'));
  const config = generationConfig(itemField(fields, 'generationConfig'));
  return {
    model,
    messages: [...instruction(fields), ...readContents(items, { isWhole })],
    tools,
    custom: new Set(),
    callable: callableBy(choice),
    ...(hosted.size > 0 && { hosted }),
    stream,
    structured: isStructured(config),
    previous: undefined,
    report: fields.at.report,
    params: {
      ...fields.inert,
      ...(config !== undefined && { generationConfig: config }),
      ...(choice !== undefined && { tool_choice: choice }),
      // `render` writes the tools, and asks here in which field each schema stood.
      ...(tools.length > 0 && { tools: schemas }),
    },
  };
}

function instruction(fields: Fields): readonly PlainMessage[] {
  const parts = readInstruction(itemField(fields, 'systemInstruction'));
  return parts.length === 0 ? [] : [{ role: 'system', parts }];
}

function generationConfig({ value, at }: Item): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined) return undefined;
  const fields = fieldsOf(spelled(value), generationFields, at);
  const thinking = itemField(fields, 'thinkingConfig');
  if (thinking.value === undefined) return fields.inert;
  const { inert } = fieldsOf(spelled(thinking.value), thinkingFields, thinking.at);
  return { ...fields.inert, thinkingConfig: inert };
}

/** Any format but plain text counts. */
function isStructured(config: Readonly<Record<string, unknown>> | undefined): boolean {
  return formFields.some((name) => {
    const value = config?.[name];
    return value !== undefined && value !== 'text/plain';
  });
}

function noEvents(): RequestError {
  return new RequestError('unsupported_stream', 'a stream is sent as server-sent events alone', {
    hint: 'ask for them: `:streamGenerateContent?alt=sse`',
  });
}
