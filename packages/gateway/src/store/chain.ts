import { hash } from 'node:crypto';
import type { RecordMode } from './store.ts';

/** The link before the first. */
export const noLink: string = '0'.repeat(64);

/** What a link says of its event: all that is stored of it in clear, and a digest of the rest. */
export interface Link {
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
export function linkHash(before: string, link: Link): string {
  const { seq, tenant, run, atMs, type, subject, mode, pack, digest } = link;
  const fields = [before, seq, tenant, run, atMs, type, subject, mode, pack, digest];
  return hash('sha256', JSON.stringify(fields), 'hex');
}

/** SHA-256 (hex) of sealed bytes. */
export function digestOf(sealed: Uint8Array): string {
  return hash('sha256', sealed, 'hex');
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

/** Whether an event at this time is older than the subject of an erasure says. */
export function isOlder(atMs: number, subject: string): boolean {
  const [, before = '0'] = /^before:(\d+)$/.exec(subject) ?? [];
  return atMs < Number(before);
}
