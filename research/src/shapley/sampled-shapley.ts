import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import type { Label } from '@sluice/core';
import { lossOf, type Contribution, type ShapleyInput } from './shapley.ts';

export interface SampleOptions {
  /** How many orders are drawn; each scores up to as many contexts as there are labels. */
  readonly orders: number;
  readonly seed: number;
}

/**
 * Shapley values estimated from random orders of the labels, the same for the same seed: the mean
 * of what each label saves when it joins those before it, with the standard error of that mean.
 * The values of each order sum to the whole, so the estimates do too.
 */
export async function sampledShapley(
  input: ShapleyInput,
  { orders, seed }: SampleOptions,
): Promise<readonly Contribution[]> {
  const { all } = input.generators;
  const random = mersenne(seed);
  const draw = (most: number): number => uniformInt(random, 0, most);
  const saved = new Map<Label, number[]>(all.map((label) => [label, []]));
  for (let order = 0; order < orders; order += 1) {
    const before: Label[] = [];
    let last = await lossOf(input, before);
    for (const label of shuffled(all, draw)) {
      before.push(label);
      const next = await lossOf(input, before);
      saved.get(label)?.push(last - next);
      last = next;
    }
  }
  return all.map((label) => ({ label, ...meanOf(saved.get(label) ?? []) }));
}

function shuffled<T>(items: readonly T[], draw: (most: number) => number): readonly T[] {
  const rest = [...items];
  return items.flatMap((_, at) => rest.splice(draw(items.length - 1 - at), 1));
}

/** Of fewer than two values the error is not known, and so infinite. */
function meanOf(values: readonly number[]): Omit<Contribution, 'label'> {
  const value = values.reduce((sum, each) => sum + each, 0) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const standardError =
    values.length < 2
      ? Number.POSITIVE_INFINITY
      : Math.sqrt(squares / (values.length - 1) / values.length);
  return { value, standardError };
}
