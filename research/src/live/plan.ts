import { SluiceError } from '@sluice/core';
import type { Facts } from '../agentdojo/facts.ts';
import type { Defence } from '../defence/defence.ts';
import type { PersonName, TrialSpec } from '../trial/trial.ts';

/** The choice of trials for a sweep. */
export interface Choice {
  /** As in `TrialSpec`: the environment's. */
  readonly benchmark: string;
  readonly defences: readonly Pick<Defence, 'name'>[];
  /** Those of the defences that can ask somebody. */
  readonly asking: ReadonlySet<string>;
  readonly persons: readonly PersonName[];
  /** An attack of the package, whose goal is every injection task once; `undefined`: none. */
  readonly attack: string | undefined;
  readonly model: string;
  /** The few cases of the slice in place of all. */
  readonly slice: boolean;
  readonly suites: readonly string[] | undefined;
  readonly tasks: readonly string[] | undefined;
  readonly seed: number;
}

/** User tasks of each suite that the slice attacks: 98 cases in v1.2.2, from every suite. */
export const sliceTasks: Readonly<Record<string, readonly string[]>> = {
  banking: ['user_task_1', 'user_task_2', 'user_task_3'],
  slack: ['user_task_1', 'user_task_2', 'user_task_3'],
  travel: ['user_task_1', 'user_task_2'],
  workspace: ['user_task_0', 'user_task_1', 'user_task_2'],
};

/**
 * All trials of a choice, benign ones first. Who cannot ask runs once; who can, once for each
 * simulated person, but a yes to everything is tried under attack alone. Throws `settings-invalid`
 * for a suite or a task that is not there: a sweep of nothing would hold whatever is claimed.
 */
export function plan(facts: Facts, choice: Choice): readonly TrialSpec[] {
  requireKnown(facts, choice);
  const specs = choice.defences.flatMap(({ name }) => trialsOf(name, facts, choice));
  if (specs.length > 0) return specs;
  throw new SluiceError('settings-invalid', 'nothing of this can be run', {
    hint: 'name a defence; a person who says yes to everything is tried under attack alone',
  });
}

function trialsOf(defence: string, facts: Facts, choice: Choice): readonly TrialSpec[] {
  const persons = choice.asking.has(defence) ? choice.persons : (['skip'] as const);
  const all = persons.flatMap((person) =>
    [...(person === 'always-yes' ? [] : benign(facts, choice)), ...attacked(facts, choice)].map(
      (spec) => ({ ...spec, defence, person }),
    ),
  );
  return [...all.filter(isBenign), ...all.filter((spec) => !isBenign(spec))];
}

function requireKnown({ suites }: Facts, choice: Choice): void {
  const names = Object.keys(suites);
  const chosen = Object.entries(suites).filter(([suite]) => choice.suites?.includes(suite) ?? true);
  const tasks = chosen.flatMap(([, { userTasks }]) => Object.keys(userTasks));
  const suite = choice.suites?.find((each) => !names.includes(each));
  if (suite !== undefined) throw unknown('suite', suite, names);
  const task = choice.tasks?.find((each) => !tasks.includes(each));
  if (task !== undefined) throw unknown('user task', task, [...new Set(tasks)]);
}

function unknown(what: string, name: string, all: readonly string[]): SluiceError {
  return new SluiceError('settings-invalid', `there is no ${what} \`${name}\``, {
    hint: `name some of ${all.join(', ')}`,
  });
}

function isBenign({ attack }: Pick<TrialSpec, 'attack'>): boolean {
  return attack === undefined;
}

type Case = Omit<TrialSpec, 'defence' | 'person'>;

function benign(facts: Facts, choice: Choice): readonly Case[] {
  return casesOf(facts, choice).map(({ suite, task }) => ({
    ...common(choice),
    suite,
    task,
    attack: undefined,
  }));
}

function attacked(facts: Facts, choice: Choice): readonly Case[] {
  const { attack: name } = choice;
  if (name === undefined) return [];
  const isAttacked = ({ suite, task }: { readonly suite: string; readonly task: string }) =>
    !choice.slice || (sliceTasks[suite] ?? []).includes(task);
  return casesOf(facts, choice)
    .filter(isAttacked)
    .flatMap(({ suite, task }) =>
      Object.keys(facts.suites[suite]?.injectionTasks ?? {}).map((goal) => ({
        ...common(choice),
        suite,
        task,
        attack: { name, goal },
      })),
    );
}

function casesOf(
  { suites }: Facts,
  choice: Choice,
): readonly { readonly suite: string; readonly task: string }[] {
  return Object.entries(suites)
    .filter(([suite]) => choice.suites?.includes(suite) ?? true)
    .flatMap(([suite, { userTasks }]) => Object.keys(userTasks).map((task) => ({ suite, task })))
    .filter(({ task }) => choice.tasks?.includes(task) ?? true);
}

function common({ benchmark, model, seed }: Choice): Pick<Case, 'benchmark' | 'model' | 'seed'> {
  return { benchmark, model, seed };
}
