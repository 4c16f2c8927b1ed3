import { SluiceError, type Label } from '@sluice/core';
import { lossOf, type Contribution, type ShapleyInput } from './shapley.ts';

/** 2^n contexts are scored for n labels. */
export const exactLabelsMax = 10;

/**
 * Shapley values from all combinations of labels: for each label the mean over all orders of what
 * it saves when it joins those before it. They sum to what is lost with no document at all, less
 * what is lost with all of them. Throws `limit-exceeded` for more than `exactLabelsMax` labels.
 */
export async function exactShapley(input: ShapleyInput): Promise<readonly Contribution[]> {
  const { all } = input.generators;
  if (all.length > exactLabelsMax) throw tooMany();
  const losses: number[] = [];
  for (let mask = 0; mask < 2 ** all.length; mask += 1) {
    losses.push(
      await lossOf(
        input,
        all.filter((_, at) => isIn(at, mask)),
      ),
    );
  }
  return all.map((label, at) => ({ label, value: valueOf(at, losses, all), standardError: 0 }));
}

function valueOf(at: number, losses: readonly number[], all: readonly Label[]): number {
  let value = 0;
  for (const [mask, without] of losses.entries()) {
    if (isIn(at, mask)) continue;
    const saved = without - (losses[mask + 2 ** at] ?? Number.NaN);
    value += saved * weightOf(membersIn(mask), all.length);
  }
  return value;
}

/** In what share of all orders of n labels exactly k given ones stand before another given one. */
function weightOf(k: number, n: number): number {
  let share = 1 / n;
  for (let i = 1; i <= k; i += 1) share *= i / (n - i);
  return share;
}

function isIn(at: number, mask: number): boolean {
  return Math.floor(mask / 2 ** at) % 2 === 1;
}

function membersIn(mask: number): number {
  return mask === 0 ? 0 : (mask % 2) + membersIn(Math.floor(mask / 2));
}

function tooMany(): SluiceError {
  return new SluiceError(
    'limit-exceeded',
    `exact Shapley values are for at most ${exactLabelsMax} labels`,
    { hint: 'sample them with `sampledShapley`' },
  );
}
