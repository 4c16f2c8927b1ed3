import { regionsOf, vouchedRegion, type History } from '@sluice/core';
import type { ShownRegion } from '../operator/dependencies.ts';
import { sha256 } from './fingerprint.ts';

/**
 * A region as an operator is shown it. Its id is a place in the history, and the client moves the
 * history; its hash is of what was read there, so that a person answers for that and nothing else.
 */
export function shownRegion(history: History, id: string): ShownRegion | undefined {
  const region = vouchedRegion(history, id);
  if (region === undefined) return undefined;
  const { label, from } = region;
  // The ids of its parts tell where it stands.
  const text = region.text.replaceAll(`[${id}.`, '[');
  return { label: label.text, from, text, hash: sha256(JSON.stringify([label.text, from, text])) };
}

/** Where a region stands by now; `undefined` where none that may be shown reads so. */
export function regionBy(
  history: History,
  { hash, isCleared }: { readonly hash: string; readonly isCleared: (label: string) => boolean },
): string | undefined {
  const found = regionsOf(history).find(
    ({ id, label }) => isCleared(label.text) && shownRegion(history, id)?.hash === hash,
  );
  return found?.id;
}
