import { CST } from 'yaml';
import { Unreadable } from '../document.ts';

/** One value of a collection, with the range that its placeholder would replace. */
export interface YamlItem {
  /** `undefined` in a sequence. */
  readonly key: YamlKey | undefined;
  /** `undefined` where nothing is written: a null. */
  readonly token: CST.Token | undefined;
  readonly start: number;
  readonly end: number;
}

/** A key, decoded, and where it is written. */
export interface YamlKey {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

export function isMapping(collection: Collection): boolean {
  if (collection.type !== 'flow-collection') return collection.type === 'block-map';
  return collection.start.type === 'flow-map-start';
}

type Punctuation = 'seq-item-ind' | 'map-value-ind';

/**
 * Each value runs from its `:` or `-` to the end of the line before the next one's, so blank lines
 * and the line break before a nested collection are the value's and not its container's.
 */
export function blockItems(
  text: string,
  collection: CST.BlockMap | CST.BlockSequence,
  end: number,
): readonly YamlItem[] {
  const isMap = isMapping(collection);
  const written: readonly CST.CollectionItem[] = collection.items.filter(isWritten);
  const first = (item: CST.CollectionItem): number | undefined =>
    isMap ? item.key?.offset : offsetOf(item.start, 'seq-item-ind');
  return written.map((item, index) => {
    const next = written[index + 1];
    const indicator = isMap
      ? offsetOf(item.sep, 'map-value-ind')
      : offsetOf(item.start, 'seq-item-ind');
    if (indicator === undefined) throw new Unreadable('unusual-syntax', collection.offset);
    const until = next === undefined ? end : lineBreakBefore(text, first(next) ?? indicator);
    if (until <= indicator) throw new Unreadable('unusual-syntax', indicator);
    const key = isMap ? keyOf(item.key, indicator) : undefined;
    return { key, token: item.value, start: indicator + 1, end: until };
  });
}

/** Each value is its token, as in JSON, so that it does not matter which of the two was read. */
export function flowItems(collection: CST.FlowCollection): readonly YamlItem[] {
  const isMap = isMapping(collection);
  const items: readonly CST.CollectionItem[] = collection.items;
  return items.filter(isWritten).map(({ key, sep, value }) => {
    const at = value?.offset ?? collection.offset;
    const isPair = key !== undefined && offsetOf(sep, 'map-value-ind') !== undefined;
    const isElement = key === undefined && sep === undefined;
    const end = value === undefined ? at : endOf(value);
    if (end === at || !(isMap ? isPair : isElement)) throw new Unreadable('unusual-syntax', at);
    return { key: isMap ? keyOf(key, at) : undefined, token: value, start: at, end };
  });
}

/** One past the last character of a value in flow; its own start where nothing is written. */
function endOf(token: CST.Token): number {
  if (token.type === 'flow-collection') return (token.end[0]?.offset ?? token.offset - 1) + 1;
  return 'source' in token ? token.offset + token.source.length : token.offset;
}

/** Trailing commas, blank lines and spaces come as items with nothing in them. */
function isWritten(item: CST.CollectionItem): boolean {
  const isElement = offsetOf(item.start, 'seq-item-ind') !== undefined;
  return isElement || item.key !== undefined || item.sep !== undefined || item.value !== undefined;
}

function keyOf(token: CST.Token | null | undefined, at: number): YamlKey {
  if (token?.type === 'scalar' && token.source === '<<') {
    throw new Unreadable('aliases-or-tags', token.offset);
  }
  if (!CST.isScalar(token) || token.type === 'block-scalar') {
    throw new Unreadable('unusual-syntax', at);
  }
  const text = CST.resolveAsScalar(token).value;
  return { text, start: token.offset, end: token.offset + token.source.length };
}

function offsetOf(
  tokens: readonly CST.SourceToken[] | undefined,
  type: Punctuation,
): number | undefined {
  return tokens?.find((token) => token.type === type)?.offset;
}

/** The end of the line before the one that holds `offset`; -1 where there is none. */
function lineBreakBefore(text: string, offset: number): number {
  const at = text.lastIndexOf('\n', offset - 1);
  return at > 0 && text[at - 1] === '\r' ? at - 1 : at;
}
