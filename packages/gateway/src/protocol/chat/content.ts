import type { PlainPart } from '@sluice/core';
import {
  fieldsOf,
  invalidField,
  itemField,
  listField,
  optionalString,
  stringField,
  wordOf,
  type Fields,
  type FieldTable,
  type Item,
} from '../shared/fields.ts';
import { textPart } from '../shared/labelled-text.ts';
import {
  audioPartTable,
  audioTable,
  filePartTable,
  fileTable,
  imagePartTable,
  imageTable,
  spokenRefusalTable,
  spokenTextTable,
  textPartTable,
} from './tables.ts';

/** Types of content parts that a message may hold besides text. */
type Medium = 'image_url' | 'input_audio' | 'file';

export const media: readonly Medium[] = ['image_url', 'input_audio', 'file'];

/** The name of a participant is content of the message, and labelled with it as a part. */
export const nameMediaType = 'text/x-participant-name';

/** The parts of a message's `content`: one for a string, else one for each part of the list. */
export function contentParts(fields: Fields, allowed: readonly Medium[]): readonly PlainPart[] {
  const name = optionalString(fields, 'name');
  const parts = bodyParts(fields, allowed);
  if (name === undefined) return parts;
  return [{ kind: 'opaque', mediaType: nameMediaType, data: { type: 'name', name } }, ...parts];
}

/** The text of an assistant's message, refusals included: each is what the model said. */
export function assistantText(fields: Fields): string {
  const refusal = optionalString(fields, 'refusal') ?? '';
  if (!Array.isArray(fields.read.get('content'))) {
    return (optionalString(fields, 'content') ?? '') + refusal;
  }
  return listField(fields, 'content').map(spokenText).join('') + refusal;
}

function bodyParts(fields: Fields, allowed: readonly Medium[]): readonly PlainPart[] {
  if (!Array.isArray(fields.read.get('content'))) {
    return [{ kind: 'text', text: stringField(fields, 'content') }];
  }
  const items = listField(fields, 'content');
  if (items.length === 0) {
    throw invalidField(`${fields.at}.content`, 'is empty', 'pass at least one part, or a string');
  }
  return items.map((item) => partOf(item, allowed));
}

function partOf(item: Item, allowed: readonly Medium[]): PlainPart {
  const type = wordOf(item, 'type');
  if (type === 'text') {
    const fields = fieldsOf(item.value, textPartTable, item.at);
    return textPart(fields, stringField(fields, 'text'));
  }
  const medium = allowed.find((each) => each === type);
  if (medium === undefined) throw unknownPart(item, ['text', ...allowed]);
  return mediumOf(item, medium);
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
  if (type !== 'refusal') throw unknownPart(item, ['text', 'refusal']);
  return stringField(fieldsOf(item.value, spokenRefusalTable, item.at), 'refusal');
}

function unknownPart({ at }: Item, types: readonly string[]): Error {
  const hint = `use a part of type ${types.map((type) => `\`${type}\``).join(', ')}`;
  return invalidField(`${at}.type`, 'is not a type of part that this message can hold', hint);
}

function mediaTypeIn(url: string): string | undefined {
  return /^data:([\w.+-]{1,64}\/[\w.+-]{1,64})[;,]/.exec(url)?.[1];
}
