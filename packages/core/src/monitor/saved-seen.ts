import type { LabelSpace } from '../label/label.ts';
import type { Seen } from './enclosure.ts';
import { record, text } from './saved-value.ts';

export function saveSeen({ out, late }: Seen): object {
  return { out: out.text, late: late.text };
}

/** Earlier versions did not say: what they saw they still hold, and nothing came late. */
export function loadSeen(space: LabelSpace, saved: unknown): Seen {
  if (saved === undefined) return { out: space.bottom, late: space.bottom };
  const { out, late } = record(saved);
  return { out: space.parse(text(out)), late: space.parse(text(late)) };
}
