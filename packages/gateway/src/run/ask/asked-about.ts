import type { ConfirmRequest, History } from '@sluice/core';
import { shownMessages } from '../shown-messages.ts';

/**
 * The messages that a question is about, by the hashes of their text: the client may shorten its
 * history while the question is open, and then another message stands at the same place.
 */
export interface AskedAbout {
  /** The user's last turn; `null`: there was none. */
  readonly instruction: string | null;
  /** Those that the arguments came from, by the place that the question's regions name. */
  readonly sources: readonly { readonly index: number; readonly hash: string }[];
}

/** For a question without a known history. */
export const aboutNothing: AskedAbout = { instruction: null, sources: [] };

export function askedAbout({ evidence }: ConfirmRequest, history: History): AskedAbout {
  const named = new Set(evidence.map(({ region }) => messageIndex(region)));
  const all = shownMessages(history, () => true);
  const sources = all.filter(({ index }) => named.has(index));
  return {
    instruction: all.findLast(({ role }) => role === 'user')?.hash ?? null,
    sources: sources.map(({ index, hash }) => ({ index, hash })),
  };
}

function messageIndex(region: string): number {
  return Number(/^m(\d+)/.exec(region)?.[1] ?? -1);
}
