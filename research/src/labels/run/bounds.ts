import type { LabelFigures } from './figures.ts';

/** A bound that a figure must reach, or must not pass. */
export interface Bound {
  readonly figure: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The bounds that the bench sets itself; those of news are what the paper's 7B model reached. */
export const bounds: readonly Bound[] = [
  { figure: 'labels.kv.exactMatch', atLeast: 0.86 },
  { figure: 'labels.kv.contexts.p50', atMost: 120 },
  { figure: 'labels.twoLevel.exactMatch', atLeast: 0.9 },
  { figure: 'labels.product.exactMatch', atLeast: 0.8 },
  { figure: 'labels.news.improvement', atLeast: 0.57 },
  { figure: 'labels.news.missed', atMost: 0.23 },
  { figure: 'labels.agent.improvement', atLeast: 0.9 },
  { figure: 'labels.agent.missed', atMost: 0.05 },
];

export interface JudgedBound extends Bound {
  readonly value: number | null;
  readonly holds: boolean;
}

/** The bounds on the figures of a run. One on a figure that has no value does not hold. */
export function judgedBounds(figures: LabelFigures): readonly JudgedBound[] {
  return bounds
    .filter(({ figure }) => figure in figures)
    .map((bound) => {
      const value = figures[bound.figure] ?? null;
      return { ...bound, value, holds: value !== null && isWithin(value, bound) };
    });
}

function isWithin(
  value: number,
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Bound,
): boolean {
  return value >= atLeast && value <= atMost;
}
