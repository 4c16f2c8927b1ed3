import type { PlainPart } from '@sluice/core';
import {
  fieldsOf,
  inert,
  leftOut,
  read,
  refused,
  refusedField,
  stringField,
  wordOf,
  type FieldTable,
  type Item,
  labelField,
  textPart,
} from '../../shared/fields.ts';
import { unknownBlock, unknownPart } from '../../shared/unknown.ts';

const textTable: FieldTable = {
  type: read,
  text: read,
  [labelField]: read,
  prompt_cache_breakpoint: leftOut,
};

const inlined = 'send the bytes themselves: what the provider stores or fetches carries no label';

export const imageTable: FieldTable = {
  type: read,
  detail: inert('string'),
  file_id: refused(inlined),
  image_url: inert('string'),
  prompt_cache_breakpoint: leftOut,
};

export const fileTable: FieldTable = {
  type: read,
  detail: inert('string'),
  file_data: inert('string'),
  file_id: refused(inlined),
  file_url: refused(inlined),
  filename: inert('string'),
  prompt_cache_breakpoint: leftOut,
};

const saidTable: FieldTable = {
  type: read,
  text: read,
  annotations: leftOut,
  logprobs: leftOut,
  parsed: leftOut,
};

const refusalTable: FieldTable = { type: read, refusal: read, parsed: leftOut };

const inputHint = 'use parts of type `input_text`, `input_image` or `input_file`';
const outputHint = 'use parts of type `output_text` or `refusal`';

/** The content of a user, a system prompt or a tool: text, or a list of parts. */
export function inputParts(content: Item): readonly PlainPart[] {
  if (typeof content.value === 'string') return [{ kind: 'text', text: content.value }];
  return itemsAt(content, inputHint).map(inputPart);
}

/** The assistant's text. A refusal is text like any other. */
export function outputText(content: Item): string {
  if (typeof content.value === 'string') return content.value;
  return itemsAt(content, outputHint).map(outputPart).join('');
}

function inputPart(part: Item): PlainPart {
  const type = wordOf(part, 'type') ?? '';
  switch (type) {
    case 'input_text': {
      const fields = fieldsOf(part.value, textTable, part.at);
      return textPart(fields, stringField(fields, 'text'));
    }
    case 'input_image':
      return opaque('image/*', { type, ...fieldsOf(part.value, imageTable, part.at).inert });
    case 'input_file':
      return opaque('application/*', { type, ...fieldsOf(part.value, fileTable, part.at).inert });
  }
  return unknownPart(part, unknownBlock, ['input_text', 'input_image', 'input_file']);
}

function outputPart(part: Item): string {
  switch (wordOf(part, 'type') ?? '') {
    case 'output_text':
      return stringField(fieldsOf(part.value, saidTable, part.at), 'text');
    case 'refusal':
      return stringField(fieldsOf(part.value, refusalTable, part.at), 'refusal');
  }
  part.at.drop(wordOf(part, 'type'));
  return '';
}

/** The media type is ours: a client's own word for it would be text outside every region. */
function opaque(mediaType: string, data: unknown): PlainPart {
  return { kind: 'opaque', mediaType, data };
}

function itemsAt({ value, at }: Item, hint: string): readonly Item[] {
  if (!Array.isArray(value)) throw refusedField(at, `pass text, or a list of parts: ${hint}`);
  return value.map((item: unknown, index) => ({ value: item, at: at.item(index) }));
}
