import { shareOf, type Share } from './share.ts';

/** Two readings of one call: the regions that each marked, out of all. */
export interface TwoReadings {
  readonly regions: ReadonlySet<string>;
  readonly first: ReadonlySet<string>;
  readonly second: ReadonlySet<string>;
}

export interface Agreement {
  readonly calls: number;
  /** The share of regions marked by both readings, out of those that either marked. */
  readonly agreement: Share;
  /** Cohen's kappa over all regions; `undefined` where chance alone would agree on all. */
  readonly kappa: number | undefined;
}

/** How far two readings of the same calls agree, region by region. */
export function agreementOf(readings: readonly TwoReadings[]): Agreement {
  const marks = readings.flatMap(({ regions, first, second }) =>
    [...regions].map((id) => ({ first: first.has(id), second: second.has(id) })),
  );
  const marked = marks.filter(({ first, second }) => first || second);
  return {
    calls: readings.length,
    agreement: shareOf(marked, ({ first, second }) => first && second),
    kappa: kappaOf(marks),
  };
}

/** Cohen 1960: agreement beyond what the two rates of marking would give by chance. */
function kappaOf(
  marks: readonly { readonly first: boolean; readonly second: boolean }[],
): number | undefined {
  const observed = shareOf(marks, ({ first, second }) => first === second).value ?? 1;
  const p = shareOf(marks, ({ first }) => first).value ?? 0;
  const q = shareOf(marks, ({ second }) => second).value ?? 0;
  const chance = p * q + (1 - p) * (1 - q);
  return chance === 1 ? undefined : (observed - chance) / (1 - chance);
}
