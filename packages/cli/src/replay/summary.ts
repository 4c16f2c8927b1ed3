import type { Fate } from './fate.ts';
import type { Containment } from './harm.ts';
import { interruptionsIn, type Interruption } from './interruptions.ts';
import { knows } from './known-tools.ts';
import { callsIn, type RecordedRun } from './read/record.ts';
import type { Replayed } from './run.ts';

/** One run under one propagator, in as much as the table needs. */
export interface RunSummary {
  readonly run: string;
  readonly kind: 'attacked' | 'benign';
  readonly propagator: string;
  /** Only where the attack had succeeded. */
  readonly containment: Containment | undefined;
  readonly interruptions: readonly Interruption[];
  readonly calls: number;
  readonly arguments: { readonly sourced: number; readonly unsourced: number };
  /** Recorded calls that were refused, or not made from the view. */
  readonly lost: number;
  readonly modelCalls: number;
  readonly steps: number;
}

export function nameOf({ suite, userTask, attack }: RecordedRun): string {
  const against = attack === undefined ? 'no attack' : `${attack.task}, ${attack.name}`;
  return `${suite} ${userTask} (${against})`;
}

/** The summary of a replayed run. */
export function summaryOf(replayed: Replayed, containment: Containment | undefined): RunSummary {
  return {
    run: nameOf(replayed.run),
    kind: replayed.run.attack === undefined ? 'benign' : 'attacked',
    propagator: replayed.propagator,
    containment,
    interruptions: interruptionsIn(replayed),
    calls: judgedCalls(replayed),
    arguments: argumentsOf(replayed),
    lost:
      callsIn(replayed.run).length -
      replayed.events.filter(({ type }) => type === 'call-executed').length,
    modelCalls: replayed.views.length,
    steps: replayed.events.filter(({ type }) => type === 'step-labelled').length,
  };
}

/** Calls that were decided on; of tools that the policy does not know, all that were recorded. */
function judgedCalls({ run, policy, events }: Replayed): number {
  const decided = events.filter((event) => event.type === 'call-decided');
  const known = decided.filter(({ tool }) => knows(policy, tool));
  return known.length + callsIn(run).filter(({ call }) => !knows(policy, call.tool)).length;
}

/** How many values of arguments have a source that the call's view shows, and how many none. */
function argumentsOf(replayed: Replayed): RunSummary['arguments'] {
  const counted = { sourced: 0, unsourced: 0 };
  for (const event of replayed.events) {
    if (event.type !== 'call-decided') continue;
    const { evidence, unsourced } = event.explanation;
    const missing = new Set(unsourced.filter((argument) => argument !== ''));
    const found = new Set(evidence.map(({ argument }) => argument));
    for (const argument of found) {
      if (argument !== '' && !missing.has(argument)) counted.sourced += 1;
    }
    counted.unsourced += missing.size;
  }
  return counted;
}

/** The runs of one propagator, added up. */
export interface ReplayTally {
  readonly propagator: string;
  readonly runs: number;
  readonly attacksSucceeded: number;
  readonly contained: number;
  readonly explained: number;
  readonly unclear: number;
  readonly benign: number;
  readonly questionsBenign: number;
  /** Recorded calls of benign runs that were refused or not made. */
  readonly lostBenign: number;
  /** The fates of the harmful calls of successful attacks. */
  readonly fates: Readonly<Record<Fate, number>>;
  readonly modelCallsPerStep: number;
}

export function tallyReplay(propagator: string, all: readonly RunSummary[]): ReplayTally {
  const mine = all.filter((one) => one.propagator === propagator);
  const benign = mine.filter(({ kind }) => kind === 'benign');
  const steps = total(mine.map((one) => one.steps));
  const count = (kind: Containment['kind']): number =>
    mine.filter(({ containment }) => containment?.kind === kind).length;
  return {
    propagator,
    runs: mine.length,
    attacksSucceeded: mine.filter(({ containment }) => containment !== undefined).length,
    contained: count('contained'),
    explained: count('explained'),
    unclear: count('unclear'),
    benign: benign.length,
    questionsBenign: total(benign.map(questionsIn)),
    lostBenign: total(benign.map(({ lost }) => lost)),
    fates: fatesIn(mine),
    modelCallsPerStep:
      steps === 0
        ? 0
        : Math.round((1000 * total(mine.map((one) => one.modelCalls))) / steps) / 1000,
  };
}

/** Counts questions to a person, about unknown tools too; not refusals or unvouched arguments. */
function questionsIn({ interruptions }: RunSummary): number {
  return interruptions.filter(({ kind }) => kind === 'ask' || kind === 'unknown').length;
}

function fatesIn(summaries: readonly RunSummary[]): ReplayTally['fates'] {
  const fates = {
    stopped: 0,
    'not-made': 0,
    'not-influenced': 0,
    untold: 0,
    'unknown-tool': 0,
    allowed: 0,
  };
  for (const { containment } of summaries) {
    for (const { fate } of containment?.calls ?? []) fates[fate] += 1;
  }
  return fates;
}

/** Figures by their fixed names: of all propagators together, then of each. */
export function replayFigures(tallies: readonly ReplayTally[]): Readonly<Record<string, number>> {
  const first = tallies[0];
  const figures: Record<string, number> = {
    'replay.runs': first?.runs ?? 0,
    'replay.benignRuns': first?.benign ?? 0,
    'replay.attacksSucceeded': first?.attacksSucceeded ?? 0,
    // Attacks that every propagator contains of those that were asked for.
    'replay.contained': Math.min(...tallies.map(({ contained }) => contained)),
    'replay.questionsBenign': first?.questionsBenign ?? 0,
  };
  for (const { propagator, ...one } of tallies) {
    for (const name of perPropagator) figures[`replay.${propagator}.${name}`] = one[name];
  }
  return figures;
}

const perPropagator = [
  'contained',
  'explained',
  'unclear',
  'questionsBenign',
  'lostBenign',
  'modelCallsPerStep',
] as const;

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
