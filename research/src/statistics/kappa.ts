import { ratio, sumOf } from './sums.ts';

/** So many things that one judge put into one category and the other into another or the same. */
export interface Judged {
  readonly first: string;
  readonly second: string;
  readonly count: number;
}

/** Agreement of two judges over all things; `undefined` of nothing. */
export function rawAgreement(judged: readonly Judged[]): number | undefined {
  const agreed = judged.filter(({ first, second }) => first === second);
  return ratio(countOf(agreed), countOf(judged));
}

/**
 * Cohen's kappa: agreement beyond what the shares of the categories would give by chance.
 * `undefined` where chance alone would agree on all. None of the statistics libraries that we
 * have counts it, and packages of this name are single functions that nobody keeps.
 * Source: J. Cohen, Educational and Psychological Measurement 20 (1960) 37-46.
 */
export function cohenKappa(judged: readonly Judged[]): number | undefined {
  const observed = rawAgreement(judged);
  if (observed === undefined) return undefined;
  const shareOf = (own: (one: Judged) => string, category: string): number =>
    ratio(countOf(judged.filter((one) => own(one) === category)), countOf(judged)) ?? 0;
  const categories = new Set(judged.flatMap(({ first, second }) => [first, second]));
  const chance = sumOf([...categories], (category) => {
    const first = shareOf((one) => one.first, category);
    return first * shareOf((one) => one.second, category);
  });
  return chance === 1 ? undefined : (observed - chance) / (1 - chance);
}

function countOf(judged: readonly Judged[]): number {
  return sumOf(judged, ({ count }) => count);
}
