/** The score of something, and the truth. */
export interface Scored {
  readonly probability: number;
  readonly isDependent: boolean;
}

/**
 * The area under the ROC curve: how often a dependent region has the higher score, ties counting
 * half. `undefined` where one of the classes is empty.
 */
export function areaUnderCurve(scored: readonly Scored[]): number | undefined {
  const sorted = scored.toSorted((a, b) => a.probability - b.probability);
  const dependent = sorted.filter(({ isDependent }) => isDependent).length;
  const independent = sorted.length - dependent;
  if (dependent === 0 || independent === 0) return undefined;
  let ranks = 0;
  for (let from = 0; from < sorted.length;) {
    let to = from;
    let members = 0;
    while (to < sorted.length && sorted[to]?.probability === sorted[from]?.probability) {
      members += Number(sorted[to]?.isDependent);
      to += 1;
    }
    ranks += members * ((from + to + 1) / 2);
    from = to;
  }
  return (ranks - (dependent * (dependent + 1)) / 2) / (dependent * independent);
}

/** Right and wrong answers at a threshold. */
export interface Confusion {
  readonly found: number;
  readonly missed: number;
  readonly wrong: number;
  readonly passed: number;
}

/** A region is called dependent from the threshold on. */
export function confusionAt(scored: readonly Scored[], threshold: number): Confusion {
  const count = (said: boolean, truth: boolean): number =>
    scored.filter(
      ({ probability, isDependent }) => probability >= threshold === said && isDependent === truth,
    ).length;
  return {
    found: count(true, true),
    missed: count(false, true),
    wrong: count(true, false),
    passed: count(false, false),
  };
}

export function accuracyOf({ found, missed, wrong, passed }: Confusion): number {
  return (found + passed) / Math.max(found + missed + wrong + passed, 1);
}

export function recallOf({ found, missed }: Confusion): number {
  return found / Math.max(found + missed, 1);
}

export function precisionOf({ found, wrong }: Confusion): number {
  return found / Math.max(found + wrong, 1);
}

export function balancedAccuracyOf(confusion: Confusion): number {
  const { wrong, passed } = confusion;
  return (recallOf(confusion) + passed / Math.max(wrong + passed, 1)) / 2;
}

/** The precision at the highest threshold that still finds this share of the dependent regions. */
export function precisionAtRecall(scored: readonly Scored[], recall: number): number | undefined {
  const dependent = scored
    .filter(({ isDependent }) => isDependent)
    .map(({ probability }) => probability)
    .toSorted((a, b) => b - a);
  const threshold = dependent[Math.max(Math.ceil(recall * dependent.length) - 1, 0)];
  return threshold === undefined ? undefined : precisionOf(confusionAt(scored, threshold));
}
