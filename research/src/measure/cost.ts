import { meanOf, ratio, sumOf } from '../statistics/sums.ts';
import type { Cost, TrialLine } from '../trial/trial.ts';
import { caseOf, select } from './cases.ts';
import { type Price, usdOf } from './price-list.ts';

/** Means over the tasks without an attack and with nobody to ask, errors aside. */
export interface CostPerTask {
  readonly tasks: number;
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly modelCalls: number | undefined;
  readonly ms: number | undefined;
  /** At the price that was given. */
  readonly usd: number | undefined;
}

/**
 * How many times the cost of no defence, on the tasks that errored in neither
 * (RTBAS, table 4): a task that was given up counts, and costs less.
 */
export interface CostRatio {
  readonly tasks: number;
  readonly tokens: number | undefined;
  readonly modelCalls: number | undefined;
  readonly ms: number | undefined;
  readonly usd: number | undefined;
}

export function costPerTask(lines: readonly TrialLine[], price: Price): CostPerTask {
  const costs = [...benignCosts(lines).values()];
  return {
    tasks: costs.length,
    inputTokens: meanOf(costs, (cost) => cost.inputTokens),
    outputTokens: meanOf(costs, (cost) => cost.outputTokens),
    modelCalls: meanOf(costs, (cost) => cost.modelCalls),
    ms: meanOf(costs, (cost) => cost.ms),
    usd: meanOf(costs, (cost) => usdAt(cost, price)),
  };
}

export function costRatio(
  lines: readonly TrialLine[],
  undefended: readonly TrialLine[],
  price: Price,
): CostRatio {
  const bases = benignCosts(undefended);
  const pairs = [...benignCosts(lines)].flatMap(([name, cost]) => {
    const base = bases.get(name);
    return base === undefined ? [] : [{ cost, base }];
  });
  const times = (of: (cost: Cost) => number): number | undefined => {
    return ratio(
      sumOf(pairs, ({ cost }) => of(cost)),
      sumOf(pairs, ({ base }) => of(base)),
    );
  };
  return {
    tasks: pairs.length,
    tokens: times((cost) => cost.inputTokens + cost.outputTokens),
    modelCalls: times((cost) => cost.modelCalls),
    ms: times((cost) => cost.ms),
    usd: times((cost) => usdAt(cost, price)),
  };
}

/**
 * Generations for each output that the client was given or refused, where a truthful person
 * answers, or, for defences that never ask, where nobody does; errors aside.
 */
export function modelCallsPerStep(
  lines: readonly TrialLine[],
  { attacked }: { readonly attacked: boolean },
): number | undefined {
  const asked = select(lines, { attacked, persons: ['truthful'] });
  const runs = asked.length > 0 ? asked : select(lines, { attacked, persons: ['skip'] });
  const costs = runs.flatMap(({ outcome }) => (outcome.kind === 'finished' ? [outcome.cost] : []));
  return ratio(
    sumOf(costs, (cost) => cost.modelCalls),
    sumOf(costs, (cost) => cost.steps),
  );
}

/**
 * How often the propagator answered that everything is relevant, of all its answers: by design, or
 * because it failed or was late. `undefined` where it was never asked.
 */
export function everythingRelevant(lines: readonly TrialLine[]): number | undefined {
  const costs = lines.flatMap(({ outcome }) => (outcome.kind === 'finished' ? [outcome.cost] : []));
  return ratio(
    sumOf(costs, (cost) => cost.everythingRelevant ?? 0),
    sumOf(costs, (cost) => cost.propagations ?? 0),
  );
}

/**
 * Generations from a narrower view a run, where a truthful person answers, or nobody does: at most
 * so many bits of what the views did not show are told by which of them were taken. Which label
 * each view has is not counted. `undefined` where there is no guard.
 */
export function bitsPerRun(lines: readonly TrialLine[]): number | undefined {
  const asked = select(lines, { attacked: false, persons: ['truthful'] });
  const runs = asked.length > 0 ? asked : select(lines, { attacked: false, persons: ['skip'] });
  return meanOf(
    runs.flatMap(({ outcome }) =>
      outcome.kind === 'finished' ? [outcome.cost.narrowed ?? 0] : [],
    ),
    Number,
  );
}

function benignCosts(lines: readonly TrialLine[]): ReadonlyMap<string, Cost> {
  const runs = select(lines, { attacked: false, persons: ['skip'] });
  return new Map(
    runs.flatMap(({ spec, outcome }) =>
      outcome.kind === 'finished' ? [[caseOf(spec), outcome.cost]] : [],
    ),
  );
}

function usdAt(cost: Cost, price: Price): number {
  return usdOf(cost, price) ?? 0;
}
