import type { PlainPart } from '@sluice/core';
import {
  fieldsOf,
  invalidField,
  isRecord,
  itemField,
  listField,
  optionalString,
  read,
  refusedField,
  stringField,
  wordOf,
  type Fields,
  type FieldTable,
  type Item,
  labelField,
  textPart,
} from '../../shared/fields.ts';
import { withoutMarkers, type MarkedPlace, type MarkerCollector } from './carried.ts';
import {
  documentFields,
  imageFields,
  searchResultFields,
  otherSourceFields,
  sourceFields,
  textFields,
  toolReferenceFields,
} from '../tables.ts';
import { refuseType, unknownBlock, unknownPart } from '../../shared/unknown.ts';

/** Where blocks stand, and what takes the markers out of them. */
export interface BlockPlace {
  readonly place: MarkedPlace;
  readonly markers: MarkerCollector;
}

/** A block that is passed on as it stands, and the parts in it. */
interface WholeBlock extends BlockPlace {
  readonly inner: PlainPart[];
}

type BlockType = 'text' | 'image' | 'document' | 'search_result';

const userBlocks: readonly BlockType[] = ['text', 'image', 'document', 'search_result'];

const elsewhere = 'put it where the provider has it, or leave it out';

/** Blocks that name state of the provider's, or mean something only where they belong. */
export const refusedBlocks: ReadonlyMap<string, string> = new Map([
  ['container_upload', 'send the file itself: what the provider runs or keeps has no label'],
  ['tool_result', elsewhere],
  ['tool_use', elsewhere],
  ['thinking', elsewhere],
  ['redacted_thinking', elsewhere],
  ['server_tool_use', elsewhere],
  ['web_search_tool_result', elsewhere],
]);

const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]);

/** How a search result is named as a part, for it has no media type of its own. */
const searchResultMediaType = 'application/x-search-result';

/** The parts of `content`, a string or a list of blocks. */
export function readParts(content: Item, where: BlockPlace): readonly PlainPart[] {
  if (typeof content.value === 'string') return [{ kind: 'text', text: content.value }];
  return itemsOf(content).map((item) => readPart(item, where));
}

/** One block as a part. */
export function readPart(item: Item, where: BlockPlace): PlainPart {
  const type = wordOf(item, 'type');
  const known = userBlocks.find((each) => each === type);
  if (known === undefined) return unknownBlockOf(item);
  if (known === 'text') return labelledText(item, where);
  const inner: PlainPart[] = [];
  const mediaType = mediaTypeOf(item, known, { ...where, inner });
  const data = withoutMarkers(item.value);
  return { kind: 'opaque', mediaType, data, ...leastOf(inner) };
}

/** A block goes as one part, so it is labelled by all that stands in it. */
function leastOf(inner: readonly PlainPart[]): { readonly least?: string } {
  const labels = [...new Set(inner.flatMap(({ least }) => least ?? []))];
  const [only, ...others] = labels;
  if (only === undefined) return {};
  return { least: others.length === 0 ? only : 'top' };
}

/** The items of `content`, which must be a list here. */
export function itemsOf({ value, at }: Item): readonly Item[] {
  if (!Array.isArray(value)) {
    throw invalidField(at, 'is no content', 'pass a string or a list of content blocks');
  }
  return value.map((item: unknown, index) => ({ value: item, at: at.item(index) }));
}

/**
 * A reference to a tool is text of the tool that found it. Its declaration is in the request, for
 * all of them are from the start.
 */
function unknownBlockOf(item: Item): PlainPart {
  if (wordOf(item, 'type') === 'tool_reference') {
    const fields = fieldsOf(item.value, toolReferenceFields, item.at);
    return { kind: 'text', text: `Tool: ${stringField(fields, 'tool_name')}` };
  }
  refuseType(item, refusedBlocks);
  const part = unknownPart(item, unknownBlock, userBlocks);
  return part.kind === 'opaque' ? { ...part, data: withoutMarkers(part.data) } : part;
}

function labelledText(item: Item, { place, markers }: BlockPlace): PlainPart {
  const fields = fieldsOf(item.value, { ...textFields, [labelField]: read }, item.at);
  markers.collect(place, fields);
  return textPart(fields, stringField(fields, 'text'));
}

/** `said`: by the assistant, who may cite what the provider looked up. */
export function readText(
  item: Item,
  { place, markers }: BlockPlace,
  table: FieldTable = textFields,
): string {
  const fields = fieldsOf(item.value, table, item.at);
  markers.collect(place, fields);
  return stringField(fields, 'text');
}

/**
 * Looks at all of a block that is passed on as it stands, and says what it is. The answer is a
 * word of ours, since what stands in a body could be any text.
 */
function mediaTypeOf(item: Item, type: Exclude<BlockType, 'text'>, where: WholeBlock): string {
  switch (type) {
    case 'image': {
      const fields = fieldsOf(item.value, imageFields, item.at);
      where.markers.collect(where.place, fields);
      return imageType(sourceOf(fields));
    }
    case 'document': {
      const fields = fieldsOf(item.value, documentFields, item.at);
      where.markers.collect(where.place, fields);
      for (const name of ['title', 'context']) optionalString(fields, name);
      return documentType(sourceOf(fields), where);
    }
    case 'search_result': {
      const fields = fieldsOf(item.value, searchResultFields, item.at);
      where.markers.collect(where.place, fields);
      for (const name of ['source', 'title']) stringField(fields, name);
      for (const block of listField(fields, 'content')) readText(block, where);
      return searchResultMediaType;
    }
  }
}

function sourceOf(fields: Fields): Fields {
  const { value, at } = itemField(fields, 'source');
  const type = wordOf({ value, at }, 'type') ?? '';
  return fieldsOf(value, sourceFields.get(type) ?? otherSourceFields, at);
}

function imageType(source: Fields): string {
  const kind = optionalString(source, 'type');
  if (kind === 'url') {
    webAddress(source);
    return 'image/*';
  }
  const type = optionalString(source, 'media_type') ?? '';
  if (kind === 'base64' && imageTypes.has(type)) {
    stringField(source, 'data');
    return type;
  }
  throw refusedField(source.at, 'pass a JPEG, PNG, GIF or WebP image as base64, or its URL');
}

function documentType(source: Fields, where: WholeBlock): string {
  const kind = optionalString(source, 'type');
  const type = optionalString(source, 'media_type');
  if (kind === 'url') {
    webAddress(source);
    return 'application/pdf';
  }
  if (kind === 'base64' && type === 'application/pdf') {
    stringField(source, 'data');
    return type;
  }
  if (kind === 'text' && type === 'text/plain') {
    stringField(source, 'data');
    return type;
  }
  if (kind === 'content') {
    where.inner.push(...readParts(itemField(source, 'content'), where));
    return 'text/plain';
  }
  throw refusedField(source.at, 'pass a PDF file as base64 or its URL, or plain text');
}

/** The provider fetches it, so it must be an address on the web and nothing of another scheme. */
function webAddress(source: Fields): void {
  const url = stringField(source, 'url');
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw invalidField(source.at.field('url'), 'is no web address', 'pass an http or https URL');
}

/** True if a part says anything; the provider refuses text without a letter in it. */
export function isBlank(part: PlainPart): boolean {
  return part.kind === 'text' && part.text.trim() === '';
}

/** The arguments of a call as they stand in a body. */
export function inputOf(fields: Fields): string {
  const { value, at } = itemField(fields, 'input');
  if (!isRecord(value)) throw invalidField(at, 'is no object', 'pass the arguments as an object');
  return JSON.stringify(value);
}
