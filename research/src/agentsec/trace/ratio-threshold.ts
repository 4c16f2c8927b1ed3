/** Likelihood ratios of outputs of which it is known whether they tell the secret. */
export interface KnownRatios {
  readonly told: readonly number[];
  readonly untold: readonly number[];
}

/**
 * The ratio from which on a secret counts as told: among the middles between neighbours, the one
 * with the greatest balanced accuracy, and of equals the one with the most room around it. Throws
 * `RangeError` where either kind is missing.
 */
export function ratioThreshold({ told, untold }: KnownRatios): number {
  if (told.length === 0 || untold.length === 0) throw new RangeError('nothing to choose on');
  const sorted = [...new Set([...told, ...untold])].toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((high, at) => {
    const low = sorted[at] ?? high;
    const threshold = (low + high) / 2;
    return { threshold, room: high - low, right: rightAt(threshold, { told, untold }) };
  });
  const best = gaps.toSorted((a, b) => b.right - a.right || b.room - a.room)[0];
  // All ratios are the same, and tell nothing: what is not less is told.
  return best?.threshold ?? sorted[0] ?? 0;
}

function rightAt(threshold: number, { told, untold }: KnownRatios): number {
  const hit = told.filter((ratio) => ratio >= threshold).length / told.length;
  const spared = untold.filter((ratio) => ratio < threshold).length / untold.length;
  return (hit + spared) / 2;
}
