import { type Label, SluiceError } from '@sluice/core';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { type Generators, generatorsOf } from './generators.ts';
import { fullLabel, isSimilar, type LabelSearch, type Search } from './search.ts';

/** How much a label's documents contribute on average. */
export interface Contribution {
  readonly label: Label;
  /**
   * phi: the average drop in loss (with the perplexity utility: in perplexity) when the label's
   * documents join others (permissive propagation appendix A). Not a number where a loss is
   * infinite both with and without them.
   */
  readonly value: number;
  /**
   * The standard error of `value`, as an estimate; 0 where it was computed from all combinations.
   */
  readonly standardError: number;
}

/** The inputs of Shapley values: the labels of a search, and what they lose. */
export interface ShapleyInput {
  readonly generators: Generators;
  readonly losses: LabelSearch['losses'];
}

/** 2^n contexts are scored for n labels. */
export const exactLabelsMax = 10;

/** The exact loss with these labels' documents alone. */
function lossOf({ generators, losses }: ShapleyInput, some: readonly Label[]): Promise<number> {
  return losses.exact(generators.join(some));
}

interface PruneOptions extends SampleOptions {
  /** Combinations that hold a label with a smaller Shapley value are dropped. */
  readonly threshold: number;
}

/**
 * Drops combinations that hold a label of too small a Shapley value, which are lambda-similar only
 * because many irrelevant documents help a little (permissive propagation appendix A). They are
 * not searched in the first place: what is left are the joins of the other labels. Where these do
 * not suffice together, the full label is the answer. A value that is no number keeps its label.
 * Values are exact up to `exactLabelsMax` labels, and sampled above.
 */
export function pruned(inner: Search, { threshold, orders, seed }: PruneOptions): Search {
  return async (search) => {
    const input = { generators: generatorsOf(search), losses: search.losses };
    const contributions =
      input.generators.all.length <= exactLabelsMax
        ? await exactShapley(input)
        : await sampledShapley(input, { orders, seed });
    const labels = contributions
      .filter(({ value }) => !(value < threshold))
      .map(({ label }) => label);
    const left = { ...search, labels };
    const isEnough = await isSimilar(search, fullLabel(left));
    return isEnough ? inner(left) : [fullLabel(search)];
  };
}

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

interface SampleOptions {
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

/** The error of fewer than two values is unknown, and so infinite. */
function meanOf(values: readonly number[]): Omit<Contribution, 'label'> {
  const value = values.reduce((sum, each) => sum + each, 0) / values.length;
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const standardError =
    values.length < 2
      ? Number.POSITIVE_INFINITY
      : Math.sqrt(squares / (values.length - 1) / values.length);
  return { value, standardError };
}
