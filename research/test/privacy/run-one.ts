import type { Propagator } from '@sluice/core';
import { privacyDefence } from '../../src/privacy/defence/by-name.ts';
import type { PrivacyContext, PrivacyDefence } from '../../src/privacy/defence/defence.ts';
import { privacyTasks } from '../../src/privacy/privacy-suite.ts';
import { privacyReader, type ReaderVariant } from '../../src/privacy/reader/reader.ts';
import type { PrivacyPerson } from '../../src/privacy/run/persons.ts';
import { play } from '../../src/privacy/run/play.ts';
import type { Played } from '../../src/privacy/run/played.ts';
import type { PrivacyTask } from '../../src/privacy/task/task.ts';

export interface RunOne {
  readonly defence?: string | PrivacyDefence;
  readonly person?: PrivacyPerson;
  readonly variant?: ReaderVariant;
}

/** Plays one task with a reader, by default with the oracle and every question granted. */
export function runOne(
  task: PrivacyTask,
  { defence = 'oracle', person = 'grants', variant = 'plain' }: RunOne = {},
): Promise<Played> {
  return play(task, {
    defence: typeof defence === 'string' ? privacyDefence(defence) : defence,
    person,
    model: privacyReader(task, variant),
    signal: new AbortController().signal,
  });
}

/** The same, for a run that must not err. */
export async function finished(
  task: PrivacyTask,
  options: RunOne = {},
): Promise<Extract<Played, { readonly kind: 'finished' }>> {
  const played = await runOne(task, options);
  if (played.kind === 'error') throw new Error(`${task.id}: ${played.message}`);
  return played;
}

export function taskNamed(id: string): PrivacyTask {
  const task = privacyTasks.find((each) => each.id === id);
  if (task === undefined) throw new Error(`there is no task ${id}`);
  return task;
}

export function defenceWith(propagator: (context: PrivacyContext) => Propagator): PrivacyDefence {
  return { name: 'test', asks: 'above-ceiling', local: true, propagator };
}
