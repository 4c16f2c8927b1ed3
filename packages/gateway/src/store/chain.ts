import { hash } from 'node:crypto';
import { z } from 'zod';
import type { EventDraft, RecordMode } from './store.ts';

/** The link before the first. */
export const noLink: string = '0'.repeat(64);

/** The newest link of the chain, as far as a transaction has come. */
export interface Tip {
  seq: number;
  hash: string;
}

/** The clear fields of an event that its row does not share. */
export type Item = Pick<EventDraft, 'type' | 'subject'>;

/** The events of one change as they are stored: they share a run, a time and a seal. */
export interface ChainRow {
  readonly tenant: string;
  readonly runName: string;
  /** Position of the first of them in the chain, and of the last. */
  readonly first: number;
  readonly seq: number;
  readonly atMs: number;
  /** See `itemsOf`. */
  readonly items: string;
  readonly mode: RecordMode;
  /** SHA-256 (hex) of the sealed bytes of what was kept of them; null: nothing was. */
  readonly digest: string | null;
  /** The last one's link. */
  readonly hash: string;
}

/** The links of a row's events, each over the one before; `before`: the link before the row. */
export function linksOf(
  row: Omit<ChainRow, 'items' | 'hash'> & { readonly items: readonly Item[] },
  before: string,
): readonly string[] {
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

/** A link of an event: its stored clear fields, and a digest of the rest. */
interface Link {
  readonly seq: number;
  readonly tenant: string;
  readonly run: string;
  readonly atMs: number;
  readonly type: string;
  readonly subject: string;
  readonly mode: RecordMode;
  /** Position of the first event that was sealed with this one; null: nothing of it was kept. */
  readonly pack: number | null;
  /** SHA-256 (hex) of those sealed bytes, at the first; null at the others. */
  readonly digest: string | null;
}

/**
 * SHA-256 (hex) over the link before and this event as it is stored. Anyone can recompute it: no
 * key is needed, and none protects it, so what proves that the end is whole is an anchor outside.
 */
function linkHash(before: string, link: Link): string {
  const { seq, tenant, run, atMs, type, subject, mode, pack, digest } = link;
  const fields = [before, seq, tenant, run, atMs, type, subject, mode, pack, digest];
  return hash('sha256', JSON.stringify(fields), 'hex');
}

/** SHA-256 (hex) of sealed bytes. */
export function digestOf(sealed: Uint8Array): string {
  return hash('sha256', sealed, 'hex');
}

/** JSON list: of each event, in order, its type and its subject. */
export function itemsOf(events: readonly Item[]): string {
  return JSON.stringify(events.map(({ type, subject }) => [type, subject]));
}

const itemsShape = z.array(z.tuple([z.string(), z.string()]));

/** Reads what `itemsOf` wrote. Throws where it is not that, or not of so many events. */
export function readItems({
  items: text,
  seq,
  first,
}: Pick<ChainRow, 'items' | 'seq' | 'first'>): readonly Item[] {
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

/**
 * Where payloads were erased on purpose, an event of this type says so: a payload that is missing
 * without one was taken. Its subject says which payloads.
 */
export const erasedType = 'payloads-erased';

export const erasedSubject = {
  /** All of the event's own run, up to itself. */
  ofRun: 'run',
  /** Those of every run that are older than this. */
  before: (atMs: number): string => `before:${atMs}`,
} as const;

export function erasure(subject: string): EventDraft {
  return { type: erasedType, label: '', subject, payload: '{}' };
}

/** True if an event at this time is older than the subject of an erasure says. */
export function isOlder(atMs: number, subject: string): boolean {
  const [, before = '0'] = /^before:(\d+)$/.exec(subject) ?? [];
  return atMs < Number(before);
}
