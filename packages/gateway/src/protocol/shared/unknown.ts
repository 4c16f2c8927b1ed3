import type { PlainPart } from '@sluice/core';
import { bareOf, invalidField, isRecord, refusedField, type Item, wordOf } from './fields.ts';

/** How a block of a type that nobody knows is named as a part, and an item of such a type. */
export const unknownBlock = 'application/x-unknown';
export const unknownItem = 'application/x-unknown-item';

/**
 * A block or an item of a type that is not among `known`: passed on as it stands, with the highest
 * label that there is, for it may hold or name anything. Throws `RequestError` for a known type in
 * another spelling: a provider may take it for the known one, whose fields are looked at.
 */
export function unknownPart(
  item: Item,
  mediaType: typeof unknownBlock | typeof unknownItem,
  known: readonly string[],
): PlainPart {
  const { value, at } = item;
  if (!isRecord(value)) throw invalidField(at, 'is no object', 'pass an object with a `type`');
  const { type } = value;
  if (typeof type !== 'string') {
    throw invalidField(at.field('type'), 'is no type', 'give each part its type');
  }
  const isOther = (each: string): boolean => each !== type && bareOf(each) === bareOf(type);
  const meant = known.find(isOther);
  if (meant !== undefined) {
    throw invalidField(at.field('type'), 'is spelled otherwise', `write \`${meant}\``);
  }
  at.keepUnread(type);
  return { kind: 'opaque', mediaType, data: value, least: 'top' };
}

/** Throws `RequestError` for a block or an item whose type is in `refused`, in any spelling. */
export function refuseType(item: Item, refused: ReadonlyMap<string, string>): void {
  const bare = bareOf(wordOf(item, 'type') ?? '');
  for (const [type, hint] of refused) {
    if (bareOf(type) === bare) throw refusedField(item.at.field('type'), `\`${type}\`: ${hint}`);
  }
}
