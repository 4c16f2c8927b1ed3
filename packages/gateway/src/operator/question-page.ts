import type { Question } from '../store/store.ts';

/** One page of a list that changes while it is read. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; `undefined`: there is none. */
  readonly next: string | undefined;
}

interface PagePosition {
  readonly at: number;
  readonly id: string;
}

/**
 * The questions after a cursor. Open ones stand in the order in which they end, so that whoever
 * floods the list with new ones pushes no older one off its first page; the others newest first.
 * A cursor names a place and not a question: it holds when that one is answered meanwhile.
 */
export function pageOf<Item extends { readonly question: Question }>(
  items: readonly Item[],
  { after, limit, isOpen }: { after: string | undefined; limit: number; isOpen: boolean },
): Page<Item> {
  const placed = items
    .map((item) => ({ item, place: placeOf(item.question, isOpen) }))
    .toSorted((a, b) => compare(a.place, b.place));
  const from = after === undefined ? undefined : cursorOf(after);
  const rest = placed.filter(({ place }) => from === undefined || compare(place, from) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ item }) => item),
    next: last === undefined || rest.length <= limit ? undefined : textOf(last.place),
  };
}

/** The form of a cursor. */
export const cursorForm = /^-?\d{1,16}\.ap_[0-9a-f]{32}$/;

function placeOf({ expiresMs, askedMs, id }: Question, isOpen: boolean): PagePosition {
  return { at: isOpen ? expiresMs : -askedMs, id };
}

function compare(a: PagePosition, b: PagePosition): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

function textOf({ at, id }: PagePosition): string {
  return `${at}.${id}`;
}

function cursorOf(text: string): PagePosition {
  const dot = text.indexOf('.');
  return { at: Number(text.slice(0, dot)), id: text.slice(dot + 1) };
}
