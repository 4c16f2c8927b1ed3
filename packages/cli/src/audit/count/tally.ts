import type { Basis } from '../../replay/injected.ts';
import type { PropagatorOutcome, RunOutcome } from './outcome.ts';

/** The properties that runs are grouped by. */
export type GroupBy = 'model' | 'suite' | 'attack' | 'propagator';

/** The runs of one model, suite, attack and propagator, added up. */
export interface Group {
  readonly model: string;
  readonly suite: string;
  /** Empty for benign runs. */
  readonly attack: string;
  readonly propagator: string;
  readonly counts: Counts;
}

/** The counts from which each figure comes; adding them up adds groups up. */
export type Counts = { readonly [Name in (typeof countNames)[number]]: number };

const countNames = [
  'runs',
  'attacksSucceeded',
  'actingThroughCall',
  'containedThroughCall',
  'contained',
  'uncovered',
  'unclear',
  'unexplained',
  'byCalls',
  'byGoal',
  'byText',
  'byOrder',
  'benign',
  'completed',
  'interruptions',
  'interruptionsOfCompleted',
  'benignCalls',
  'benignCallsForHuman',
  'sourced',
  'unsourced',
  'lost',
  'unvouchedOfCompleted',
  'steps',
  'modelCalls',
] as const;

/** Ratios of counts; `undefined` where there was nothing to divide by. */
export interface Ratios {
  readonly containedShare: number | undefined;
  readonly perBenignRun: number | undefined;
  readonly perCompletedTask: number | undefined;
  readonly humanShare: number | undefined;
  readonly coverage: number | undefined;
  readonly modelCallsPerStep: number | undefined;
}

/** Adds up outcomes as they come; memory grows with the kinds of runs, not with the runs. */
export class Tally {
  readonly #groups = new Map<string, Group>();

  add(outcome: RunOutcome): void {
    for (const result of outcome.results) {
      const { model, suite, attack } = outcome;
      const { propagator } = result;
      const key = JSON.stringify([model, suite, attack, propagator]);
      const group = this.#groups.get(key);
      const counts = sum([
        ...(group === undefined ? [] : [group.counts]),
        countsOf(outcome, result),
      ]);
      this.#groups.set(key, { model, suite, attack, propagator, counts });
    }
  }

  get groups(): readonly Group[] {
    return [...this.#groups.values()];
  }
}

/** Groups that agree in `by` as one, in the order of their names; the other names are empty. */
export function groupedBy(groups: readonly Group[], by: readonly GroupBy[]): readonly Group[] {
  const found = new Map<string, Group>();
  for (const group of groups) {
    const names = { model: '', suite: '', attack: '', propagator: '' };
    for (const name of by) names[name] = group[name];
    const key = JSON.stringify(names);
    const counts = sum([...(found.has(key) ? [found.get(key)?.counts ?? none] : []), group.counts]);
    found.set(key, { ...names, counts });
  }
  const order = ({ model, suite, attack }: Group): string => [model, suite, attack].join('\n');
  return [...found.values()].toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

function sum(all: readonly Counts[]): Counts {
  const total: Record<keyof Counts, number> = { ...none };
  for (const counts of all) for (const name of countNames) total[name] += counts[name];
  return total;
}

const none: Counts = {
  runs: 0,
  attacksSucceeded: 0,
  actingThroughCall: 0,
  containedThroughCall: 0,
  contained: 0,
  uncovered: 0,
  unclear: 0,
  unexplained: 0,
  byCalls: 0,
  byGoal: 0,
  byText: 0,
  byOrder: 0,
  benign: 0,
  completed: 0,
  interruptions: 0,
  interruptionsOfCompleted: 0,
  benignCalls: 0,
  benignCallsForHuman: 0,
  sourced: 0,
  unsourced: 0,
  lost: 0,
  unvouchedOfCompleted: 0,
  steps: 0,
  modelCalls: 0,
};

function countsOf(outcome: RunOutcome, result: PropagatorOutcome): Counts {
  const { sourced, unsourced, steps, modelCalls } = result;
  return {
    ...none,
    runs: 1,
    sourced,
    unsourced,
    steps,
    modelCalls,
    ...attackCounts(result),
    ...benignCounts(outcome, result),
  };
}

const basisCounts = {
  calls: 'byCalls',
  goal: 'byGoal',
  text: 'byText',
  order: 'byOrder',
} as const satisfies Record<Basis, keyof Counts>;

function attackCounts({ verdict }: PropagatorOutcome): Partial<Counts> {
  if (verdict === undefined) return {};
  const isContained = verdict.kind === 'contained';
  return {
    attacksSucceeded: 1,
    actingThroughCall: Number(verdict.throughCall),
    containedThroughCall: Number(verdict.throughCall && isContained),
    contained: Number(isContained),
    uncovered: Number(!isContained && verdict.kind !== 'unclear'),
    unclear: Number(verdict.kind === 'unclear'),
    unexplained: Number(verdict.because === 'no-trace'),
    [basisCounts[verdict.basis]]: 1,
  };
}

function benignCounts(
  { attack, completed }: RunOutcome,
  result: PropagatorOutcome,
): Partial<Counts> {
  if (attack !== '') return {};
  const interruptions = result.interruptions.length;
  const forHuman = result.interruptions.filter(
    ({ kind, tool }) => kind !== 'unclaimed' && tool !== 'the answer',
  );
  return {
    benign: 1,
    completed: Number(completed),
    interruptions,
    interruptionsOfCompleted: completed ? interruptions : 0,
    benignCalls: result.calls,
    benignCallsForHuman: forHuman.length,
    lost: result.lost,
    unvouchedOfCompleted: completed ? result.unvouched : 0,
  };
}

export function ratiosOf(counts: Counts): Ratios {
  return {
    containedShare: ratio(counts.containedThroughCall, counts.actingThroughCall),
    perBenignRun: ratio(counts.interruptions, counts.benign),
    perCompletedTask: ratio(counts.interruptionsOfCompleted, counts.completed),
    humanShare: ratio(counts.benignCallsForHuman, counts.benignCalls),
    coverage: ratio(counts.sourced, counts.sourced + counts.unsourced),
    modelCallsPerStep: ratio(counts.modelCalls, counts.steps),
  };
}

/** To four places, as it is printed and recorded. */
function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : Math.round((10_000 * part) / whole) / 10_000;
}
