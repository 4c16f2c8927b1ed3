import { z } from 'zod';
import type { EventDraft } from '../store.ts';
import { linkHash } from '../chain.ts';
import type { EventsTable } from './tables.ts';

/** What stands in clear of an event besides what it shares with the others of its row. */
export type Item = Pick<EventDraft, 'type' | 'subject'>;

/** A row of events as its links are computed from it. */
export interface Linkable extends Omit<EventsTable, 'run' | 'items' | 'hash'> {
  readonly tenant: string;
  readonly runName: string;
  readonly items: readonly Item[];
}

/** The links of a row's events, each over the one before; `before`: the link before the row. */
export function linksOf(row: Linkable, before: string): readonly string[] {
  const { tenant, runName: run, atMs, mode, first, digest } = row;
  const pack = digest === null ? null : first;
  const links: string[] = [];
  let link = before;
  for (const [index, { type, subject }] of row.items.entries()) {
    const own = index === 0 ? digest : null;
    const seq = first + index;
    link = linkHash(link, { seq, tenant, run, atMs, type, subject, mode, pack, digest: own });
    links.push(link);
  }
  return links;
}

const itemsShape = z.array(z.tuple([z.string(), z.string()]));

export function itemsOf(events: readonly Item[]): string {
  return JSON.stringify(events.map(({ type, subject }) => [type, subject]));
}

/** Reads what `itemsOf` wrote. Throws where it is not that, or not of so many events. */
export function readItems({
  items: text,
  seq,
  first,
}: Pick<EventsTable, 'items' | 'seq' | 'first'>): readonly Item[] {
  const items = itemsShape.parse(JSON.parse(text));
  if (items.length !== seq - first + 1) throw new Error('the row holds other events');
  return items.map(([type, subject]) => ({ type, subject }));
}

/**
 * A text that stands in the items of a row where one of them is of this type and subject, and
 * nowhere else: inside a JSON text every quote has a backslash before it.
 */
export function itemText({
  type,
  subject,
}: {
  readonly type?: string | undefined;
  readonly subject?: string | undefined;
}): string {
  const typed = type === undefined ? '' : `[${JSON.stringify(type)},`;
  return subject === undefined ? typed : `${typed || ','}${JSON.stringify(subject)}]`;
}
