import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { loadCore } from './core.ts';
import { hunter } from './hunt.ts';
import { mutantsNamed } from './mutants.ts';
import { tryControl, tryMutant, type Verdict } from './trial.ts';

/** A worker's share: every `step`-th seed from `first`, and every `step`-th mutant. */
export interface Task {
  readonly first: number;
  readonly step: number;
  readonly seed: number;
  readonly runs: number;
  /** The prepared copy that mutants start from. */
  readonly prepared: string;
  readonly withMutants: boolean;
  /** A text in the names of the mutants that are tried. */
  readonly mutants: string;
}

export type Report =
  | {
      readonly kind: 'progress';
      readonly runs: number;
      readonly steps: number;
      readonly subAgentRuns: number;
      readonly perArgumentRuns: number;
    }
  | { readonly kind: 'found'; readonly what: Failure; readonly seed: number; readonly text: string }
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'control'; readonly failed: string | undefined };

export type Failure = 'violation' | 'difference';

/** Reports are gathered, for messages between threads cost more than runs. */
const runsPerReport = 250;

async function work(task: Task, send: (report: Report) => void): Promise<void> {
  if (task.withMutants) await huntMutants(task, send);
  await hunt(task, send);
}

async function huntMutants(task: Task, send: (report: Report) => void): Promise<void> {
  if (task.first === 0) send({ kind: 'control', failed: await tryControl(task.prepared) });
  const mutants = mutantsNamed(task.mutants);
  for (let at = task.first; at < mutants.length; at += task.step) {
    const mutant = mutants[at];
    if (mutant === undefined) continue;
    send({ kind: 'verdict', verdict: await tryMutant(task.prepared, mutant) });
  }
}

async function hunt(task: Task, send: (report: Report) => void): Promise<void> {
  const find = hunter(await loadCore(path.join(import.meta.dirname, '../src'), 'ts'));
  let runs = 0;
  let steps = 0;
  let subAgentRuns = 0;
  let perArgumentRuns = 0;
  for (let at = task.first; at < task.runs; at += task.step) {
    const seed = task.seed + at;
    const found = await find(seed);
    runs += 1;
    steps += found.steps;
    subAgentRuns += found.subAgentRuns;
    perArgumentRuns += found.perArgumentRuns;
    for (const what of ['violation', 'difference'] as const) {
      const text = found[what];
      if (text !== undefined) send({ kind: 'found', what, seed, text });
    }
    if (runs === runsPerReport) {
      send({ kind: 'progress', runs, steps, subAgentRuns, perArgumentRuns });
      runs = 0;
      steps = 0;
      subAgentRuns = 0;
      perArgumentRuns = 0;
    }
  }
  send({ kind: 'progress', runs, steps, subAgentRuns, perArgumentRuns });
}

const port = parentPort;
const task: Task = workerData;
if (port !== null) await work(task, (report) => port.postMessage(report));
