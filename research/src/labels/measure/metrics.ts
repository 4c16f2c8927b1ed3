import type { Label, LabelSpace } from '@sluice/core';
import { meanOf, ratio } from '../../statistics/sums.ts';

/** The labels that a search found for a question, and the right ones. */
export interface LabelSearch {
  readonly space: LabelSpace;
  /** The label of the whole context. */
  readonly full: Label;
  readonly found: readonly Label[];
  readonly right: readonly Label[];
}

/** Permissive propagation 4.2, each a share; `undefined` where there is nothing to take it over. */
export interface LabelMetrics {
  readonly questions: number;
  readonly exactMatch: number | undefined;
  readonly precision: number | undefined;
  readonly recall: number | undefined;
  /** The share of improvable questions that got exactly the right label. */
  readonly improvement: number | undefined;
  /** The share of improved questions that lost a label that is needed. */
  readonly missed: number | undefined;
  readonly improvable: number;
  readonly improved: number;
}

export function metricsOf(all: readonly LabelSearch[]): LabelMetrics {
  const improvable = all.filter(({ right, full }) => !right.includes(full));
  const improved = all.filter(({ found, full }) => !found.includes(full));
  return {
    questions: all.length,
    exactMatch: meanOf(all, (one) => Number(isExact(one))),
    precision: meanOf(all, (one) => ratio(common(one), one.found.length) ?? 0),
    recall: meanOf(all, (one) => ratio(common(one), one.right.length) ?? 0),
    improvement: ratio(improvable.filter(isExact).length, improvable.length),
    missed: ratio(improved.filter(hasMissed).length, improved.length),
    improvable: improvable.length,
    improved: improved.length,
  };
}

/** The same set of labels; labels of one space are equal only where they are the same object. */
function isExact(one: LabelSearch): boolean {
  return common(one) === one.right.length && common(one) === one.found.length;
}

/** True if some label found is too permissive: no right label flows to it. */
function hasMissed({ space, found, right }: LabelSearch): boolean {
  return found.some((label) => !right.some((needed) => space.flowsTo(needed, label)));
}

function common({ found, right }: LabelSearch): number {
  return found.filter((label) => right.includes(label)).length;
}
