import { SluiceError, type ChatModel } from '@sluice/core';
import type { PrivacyDefence } from '../defence/defence.ts';
import type { ReaderVariant } from '../reader/reader.ts';
import type { PrivacyTask } from '../task/task.ts';
import type { PrivacyPerson } from './persons.ts';
import type { PlayedLedger } from './played-ledger.ts';
import { play, policyFor, type Played } from './play.ts';

/** A task and how a run of it ended. */
export interface PlayedTask {
  readonly task: PrivacyTask;
  readonly played: Played;
}

/** Everything that was run with one defence. */
export interface DefenceRuns {
  readonly defence: PrivacyDefence;
  /** The 37, with a person who grants every question, and with one who refuses every question. */
  readonly granted: readonly PlayedTask[];
  readonly refused: readonly PlayedTask[];
  /** The 37 with a careless reader and a truthful person; none with a real model. */
  readonly careless: readonly PlayedTask[];
  /** Generated tasks: to choose the best defence on, and others to measure it on. */
  readonly choosing: readonly PlayedTask[];
  readonly drawn: readonly PlayedTask[];
}

export interface PrivacyBenchOptions {
  readonly defences: readonly PrivacyDefence[];
  readonly tasks: readonly PrivacyTask[];
  readonly choosing: readonly PrivacyTask[];
  readonly drawn: readonly PrivacyTask[];
  /** The agent's model for a task; `undefined` where there is no such variant of it. */
  readonly modelFor: (task: PrivacyTask, variant: ReaderVariant) => ChatModel | undefined;
  readonly ledger: PlayedLedger;
  /** Whatever a run depends on besides its task, defence, person and model. */
  readonly versions: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onDefence?: ((name: string) => void) | undefined;
}

/**
 * Runs all tasks with each defence, one run at a time. Errors of a run are outcomes; a defence that
 * cannot be made at all throws before anything is run. Throws `aborted` where it is stopped.
 */
export async function runPrivacyBench(
  options: PrivacyBenchOptions,
): Promise<readonly DefenceRuns[]> {
  const all: DefenceRuns[] = [];
  for (const defence of options.defences) await requireMade(options, defence);
  for (const defence of options.defences) {
    options.onDefence?.(defence.name);
    const { tasks, choosing, drawn } = options;
    const run = (
      some: readonly PrivacyTask[],
      person: PrivacyPerson,
      variant: ReaderVariant = 'plain',
    ): Promise<readonly PlayedTask[]> => playAll(some, { defence, person, variant }, options);
    all.push({
      defence,
      granted: await run(tasks, 'grants'),
      refused: await run(tasks, 'refuses'),
      careless: await run(tasks, 'truthful', 'careless'),
      choosing: await run(choosing, 'grants'),
      drawn: await run(drawn, 'grants'),
    });
  }
  return all;
}

/** A mistyped name is a mistake in use, and not the outcome of every run. */
async function requireMade(
  { tasks: [task], modelFor }: PrivacyBenchOptions,
  defence: PrivacyDefence,
): Promise<void> {
  const model = task && modelFor(task, 'plain');
  if (task === undefined || model === undefined) return;
  const policy = await policyFor(task, defence);
  defence.propagator({ task, policy, model, onStep: () => () => {} });
}

function stopped(): SluiceError {
  return new SluiceError('aborted', 'the suite was stopped before its end', {
    hint: 'type the same command again: with a ledger it goes on where it was',
  });
}

interface Circumstances {
  readonly defence: PrivacyDefence;
  readonly person: PrivacyPerson;
  readonly variant: ReaderVariant;
}

async function playAll(
  tasks: readonly PrivacyTask[],
  { defence, person, variant }: Circumstances,
  { modelFor, ledger, versions, signal }: PrivacyBenchOptions,
): Promise<readonly PlayedTask[]> {
  const all: PlayedTask[] = [];
  for (const task of tasks) {
    const model = modelFor(task, variant);
    if (model === undefined) continue;
    if (signal.aborted) throw stopped();
    const circumstances = { task, defence: defence.name, person, model: model.name, versions };
    const played = await ledger.once(circumstances, () =>
      play(task, { defence, person, model, signal }),
    );
    all.push({ task, played });
  }
  return all;
}
