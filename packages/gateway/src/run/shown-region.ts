import { regionsOf, vouchedRegion, type History } from '@sluice/core';
import type { ShownRegion } from '../operator/dependencies.ts';
import { sha256 } from './find/fingerprint.ts';

/** True if an operator may be shown what carries the label with this text. */
export type IsCleared = (label: string) => boolean;

/**
 * A region as an operator is shown it; `undefined` where they are not cleared for it, or for the
 * fact that it stands there. Its id is a place in the history, and the client moves the history;
 * its hash is of what was read there, so that a person answers for that and nothing else.
 */
export function shownRegion(
  history: History,
  { id, isCleared }: { readonly id: string; readonly isCleared: IsCleared },
): ShownRegion | undefined {
  const region = vouchedRegion(history, id);
  if (region === undefined) return undefined;
  const { label, shape, from, pieces } = region;
  if (!isCleared(label.text) || !isCleared(shape.text)) return undefined;
  const hash = sha256(JSON.stringify([label.text, from, pieces]));
  return { label: label.text, from, pieces, hash };
}

/** Where a region stands by now; `undefined` where none that may be shown reads so. */
export function regionBy(
  history: History,
  { hash, isCleared }: { readonly hash: string; readonly isCleared: IsCleared },
): string | undefined {
  const found = regionsOf(history).find(
    // Regions above the clearance are not read.
    ({ id, label }) =>
      isCleared(label.text) && shownRegion(history, { id, isCleared })?.hash === hash,
  );
  return found?.id;
}
