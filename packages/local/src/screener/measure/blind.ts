import type { MeasuredWindow } from './measured.ts';

/**
 * Less saliency than this is none: single-precision numbers of its parts are 0 by then. The least
 * row of 26,710 that were measured on recorded runs has 0.076.
 */
const leastTotal = 1e-20;

/**
 * The regions of windows in which nothing was found out for some output token: a row without
 * saliency (no gradient, or too little for its numbers) does not say that nothing mattered.
 */
export function blindRegions(windows: readonly MeasuredWindow[]): readonly string[] {
  const blind = windows.filter(({ totals }) => !totals.every(isKnown));
  return blind.flatMap(({ spans }) => spans.map(({ region }) => region));
}

function isKnown(total: number): boolean {
  return total >= leastTotal && total < Infinity;
}
