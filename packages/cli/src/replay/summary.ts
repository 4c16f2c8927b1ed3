import type { MonitorEvent } from '@sluice/core';
import { placesOf } from '../show/place.ts';
import type { Containment } from './harm.ts';
import type { RecordedRun } from './record.ts';
import type { Replayed } from './run.ts';

/** A recorded call that would have been asked about, with the way of its values. */
export interface AskedCall {
  readonly tool: string;
  /** `/recipient <- read_file $ (exact)`. */
  readonly paths: readonly string[];
  readonly dimensions: readonly string[];
}

/** One run under one propagator, in as much as the table needs. */
export interface RunSummary {
  readonly run: string;
  readonly kind: 'attacked' | 'benign';
  readonly propagator: string;
  /** Only where the attack had succeeded. */
  readonly containment: Containment | undefined;
  readonly asked: readonly AskedCall[];
  /** Recorded calls that were not made from the view. */
  readonly modelCalls: number;
  readonly steps: number;
}

export function nameOf({ suite, userTask, attack }: RecordedRun): string {
  const against = attack === undefined ? 'no attack' : `${attack.task}, ${attack.name}`;
  return `${suite} ${userTask} (${against})`;
}

/** What is kept of a replayed run. */
export function summaryOf(replayed: Replayed, containment: Containment | undefined): RunSummary {
  return {
    run: nameOf(replayed.run),
    kind: replayed.run.attack === undefined ? 'benign' : 'attacked',
    propagator: replayed.propagator,
    containment,
    asked: askedCalls(replayed),
    modelCalls: replayed.views.length,
    steps: replayed.events.filter(({ type }) => type === 'step-labelled').length,
  };
}

function askedCalls({ history, events }: Replayed): readonly AskedCall[] {
  const place = placesOf(history);
  const asked = events.filter(
    (event): event is Extract<MonitorEvent, { type: 'question-asked' }> =>
      event.type === 'question-asked',
  );
  return asked.map(({ request }) => ({
    tool: request.tool === '' ? 'the answer' : request.tool,
    paths: [
      ...request.evidence
        .filter(({ argument }) => argument !== '')
        .map(({ argument, region, how }) => `${argument} <- ${place(region)} (${how})`),
      ...[...new Set(request.unsourced)].map((argument) => `${argument} <- no visible source`),
    ],
    dimensions: [...new Set(request.violations.map(({ dimension }) => dimension))],
  }));
}

/** The runs of one propagator, added up. */
export interface ReplayTally {
  readonly propagator: string;
  readonly runs: number;
  readonly attacksSucceeded: number;
  readonly contained: number;
  readonly explained: number;
  readonly questionsBenign: number;
  readonly benign: number;
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
    benign: benign.length,
    questionsBenign: total(benign.map(({ asked }) => asked.length)),
    modelCallsPerStep:
      steps === 0
        ? 0
        : Math.round((1000 * total(mine.map((one) => one.modelCalls))) / steps) / 1000,
  };
}

/** Figures by their fixed names: of all propagators together, then of each. */
export function replayFigures(tallies: readonly ReplayTally[]): Readonly<Record<string, number>> {
  const first = tallies[0];
  const figures: Record<string, number> = {
    'replay.runs': first?.runs ?? 0,
    'replay.benignRuns': first?.benign ?? 0,
    'replay.attacksSucceeded': first?.attacksSucceeded ?? 0,
    // What is contained by every propagator that was asked for.
    'replay.contained': Math.min(...tallies.map(({ contained }) => contained)),
    'replay.questionsBenign': first?.questionsBenign ?? 0,
  };
  for (const { propagator, ...one } of tallies) {
    for (const name of perPropagator) figures[`replay.${propagator}.${name}`] = one[name];
  }
  return figures;
}

const perPropagator = ['contained', 'explained', 'questionsBenign', 'modelCallsPerStep'] as const;

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
