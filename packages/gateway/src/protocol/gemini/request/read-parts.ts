import type { PlainPart } from '@sluice/core';
import {
  bareOf,
  type Fields,
  fieldsOf,
  invalidField,
  isRecord,
  type Item,
  itemField,
  listField,
  refusedField,
  stringField,
  textPart,
} from '../../shared/fields.ts';
import { unknownBlock } from '../../shared/unknown.ts';
import { spelled } from '../spelling.ts';
import { blobFields, mediaPartFields, refusedParts, textPartFields } from '../tables.ts';

export interface PartItem extends Item {
  readonly value: Readonly<Record<string, unknown>>;
}

/** The parts of a content, or of a result. */
export function partsOf(fields: Fields): readonly PartItem[] {
  return listField(fields, 'parts').map(({ value, at }) => {
    const part = spelled(value);
    if (isRecord(part)) return { value: part, at };
    throw invalidField(at, 'is no part', 'pass an object');
  });
}

/** One part of what a user says, or a tool beside its result. */
export function userPart(part: PartItem): PlainPart {
  const { value, at } = part;
  if (typeof value['text'] === 'string') {
    const fields = fieldsOf(value, textPartFields, at);
    return textPart(fields, stringField(fields, 'text'));
  }
  return 'inlineData' in value ? mediaPart(part) : unknownPart(part);
}

/** A file that a tool returned. */
export function filePart(part: PartItem): PlainPart {
  return 'inlineData' in part.value ? mediaPart(part) : unknownPart(part);
}

/** What a part holds, by the name of its field. */
export function dataIn(part: PartItem['value']): string | undefined {
  return Object.keys(part).find((name) => !beside.has(name));
}

const beside: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'partMetadata',
  'videoMetadata',
]);

/**
 * Passed on as it stands, with the highest label that there is, for it may hold or name anything.
 * Throws `RequestError` for what the provider would fetch, in any spelling, and for the name of a
 * part that is looked at in another one.
 */
function unknownPart({ value, at }: PartItem): PlainPart {
  for (const name of Object.keys(value)) {
    for (const [part, hint] of refusedParts) {
      if (bareOf(part) === bareOf(name)) throw refusedField(at, hint);
    }
    const meant = known.find((each) => bareOf(each) === bareOf(name));
    if (meant === undefined) continue;
    throw invalidField(at, 'is no part that may stand here', `write \`${meant}\` where it may`);
  }
  at.keepUnread(dataIn(value));
  return { kind: 'opaque', mediaType: unknownBlock, data: value, least: 'top' };
}

const known = ['text', 'inlineData', 'functionCall', 'functionResponse'] as const;

/** Read and rebuilt, so that the part that is passed on holds nothing that was not looked at. */
export function mediaPart({ value, at }: PartItem): PlainPart {
  const fields = fieldsOf(value, mediaPartFields, at);
  const inline = itemField(fields, 'inlineData');
  const blob = fieldsOf(spelled(inline.value), blobFields, inline.at);
  const mimeType = stringField(blob, 'mimeType');
  const inlineData = { mimeType, data: stringField(blob, 'data') };
  const mediaType = /^[\w.+-]{1,64}\/[\w.+-]{1,64}$/.test(mimeType) ? mimeType : 'media/*';
  return { kind: 'opaque', mediaType, data: { inlineData, ...fields.inert } };
}
