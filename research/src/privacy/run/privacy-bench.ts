import { SluiceError, type ChatModel } from '@sluice/core';
import type { PrivacyDefence } from '../defence/defence.ts';
import type { ReaderVariant } from '../reader/reader.ts';
import type { PrivacyTask } from '../task/task.ts';
import type { PrivacyPerson } from './persons.ts';
import { runTask, type Task } from '../../task/task.ts';
import type { Answers } from '../../task/answers.ts';
import { play, policyFor } from './play.ts';
import type { Played } from './played.ts';

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
  readonly ledger: Answers<Played>;
  /** Whatever a run depends on besides its task, defence, person and model. */
  readonly versions: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onDefence?: ((name: string) => void) | undefined;
}

/** One run: a task with a defence, for one of the sets of `DefenceRuns`. */
interface Sample {
  readonly set: Exclude<keyof DefenceRuns, 'defence'>;
  readonly defence: PrivacyDefence;
  readonly person: PrivacyPerson;
  readonly model: ChatModel;
  readonly task: PrivacyTask;
}

/**
 * Runs all tasks with each defence, one run at a time. Errors of a run are outcomes; a defence that
 * cannot be made at all throws before anything is run. Throws `aborted` where it is stopped.
 */
export async function runPrivacyBench(
  options: PrivacyBenchOptions,
): Promise<readonly DefenceRuns[]> {
  const { defences, signal, onDefence } = options;
  for (const defence of defences) await requireMade(options, defence);
  const [first] = defences;
  if (first !== undefined) onDefence?.(first.name);
  try {
    return await runTask(privacyTask(options), {
      signal,
      onSolved: ({ sample, next }) => {
        if (next !== undefined && next.defence !== sample.defence) onDefence?.(next.defence.name);
      },
    });
  } catch (error) {
    throw signal.aborted ? stopped() : error;
  }
}

function privacyTask(options: PrivacyBenchOptions): Task<Sample, Played, readonly DefenceRuns[]> {
  const { defences, ledger, versions } = options;
  return {
    dataset: defences.flatMap((defence) => samplesOf(defence, options)),
    solver: ({ task, defence, person, model }, signal) => {
      const circumstances = { task, defence: defence.name, person, model: model.name, versions };
      return ledger.once(circumstances, () => play(task, { defence, person, model, signal }));
    },
    scorer: (solved) =>
      defences.map((defence) => {
        const own = solved.filter(({ sample }) => sample.defence === defence);
        const ofSet = (set: Sample['set']): readonly PlayedTask[] =>
          own
            .filter(({ sample }) => sample.set === set)
            .map(({ sample: { task }, answer }) => ({ task, played: answer }));
        return {
          defence,
          granted: ofSet('granted'),
          refused: ofSet('refused'),
          careless: ofSet('careless'),
          choosing: ofSet('choosing'),
          drawn: ofSet('drawn'),
        };
      }),
  };
}

/** The samples of a variant; none if the model does not have the variant. */
function samplesOf(
  defence: PrivacyDefence,
  { tasks, choosing, drawn, modelFor }: PrivacyBenchOptions,
): readonly Sample[] {
  const sets = [
    { set: 'granted', person: 'grants', variant: 'plain', of: tasks },
    { set: 'refused', person: 'refuses', variant: 'plain', of: tasks },
    { set: 'careless', person: 'truthful', variant: 'careless', of: tasks },
    { set: 'choosing', person: 'grants', variant: 'plain', of: choosing },
    { set: 'drawn', person: 'grants', variant: 'plain', of: drawn },
  ] as const;
  // Real servers for each run: what tells the loops apart is how questions are asked.
  const isRun = (set: Sample['set']): boolean =>
    defence.through === undefined || set === 'granted' || set === 'drawn';
  return sets.flatMap(({ set, person, variant, of }) =>
    (isRun(set) ? of : []).flatMap((task) => {
      const model = modelFor(task, variant);
      return model === undefined ? [] : [{ set, defence, person, model, task }];
    }),
  );
}

/** A mistyped name is a mistake in use, and not the outcome of every run. */
async function requireMade(
  { tasks: [task], modelFor }: PrivacyBenchOptions,
  defence: PrivacyDefence,
): Promise<void> {
  const model = task && modelFor(task, 'plain');
  if (task === undefined || model === undefined) return;
  const policy = await policyFor(task, defence);
  defence.propagator({ task, policy, model });
}

function stopped(): SluiceError {
  return new SluiceError('aborted', 'the suite was stopped before its end', {
    hint: 'type the same command again: with a ledger it goes on where it was',
  });
}
