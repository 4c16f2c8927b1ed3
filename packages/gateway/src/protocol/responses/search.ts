import { isRecord } from '../shared/fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The policy's name of the search that the provider runs. */
export const webSearch = 'web_search';

/** The types of tools that are this search. Others run code, or read files, too. */
export function isSearch(type: string | undefined): boolean {
  return type === 'web_search' || type === 'web_search_2025_08_26';
}

/** An item that says what the provider looked up, without its id: it keeps nothing for us. */
export function searchItem({ type, status, action }: JsonObject): JsonObject | undefined {
  if (type !== 'web_search_call' || typeof status !== 'string') return undefined;
  return { type, status, ...(isRecord(action) && { action }) };
}

/** A place in a text with the address that it was taken from; others come of no search. */
export function isCitation(annotation: unknown): annotation is JsonObject {
  return isRecord(annotation) && annotation['type'] === 'url_citation';
}

/** The same place where the text stands behind `characters` others. */
export function shifted(citation: JsonObject, characters: number): JsonObject {
  const { start_index: start, end_index: end } = citation;
  return {
    ...citation,
    ...(typeof start === 'number' && { start_index: start + characters }),
    ...(typeof end === 'number' && { end_index: end + characters }),
  };
}
