import type { Facts } from '../agentdojo/facts.ts';
import type { Defence } from '../defence/defence.ts';
import type { PersonName, TrialSpec } from '../trial/spec.ts';

/** What a sweep over AgentDojo is to run. */
export interface Choice {
  readonly defences: readonly Pick<Defence, 'name'>[];
  /** Those of the defences that can ask somebody. */
  readonly asking: ReadonlySet<string>;
  readonly persons: readonly PersonName[];
  /** Name of an attack of the package; every injection task is its goal once. */
  readonly attack: string;
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
 * simulated person, but a yes to everything is tried under attack alone.
 */
export function plan(facts: Facts, choice: Choice): readonly TrialSpec[] {
  return choice.defences.flatMap(({ name }) => {
    const persons = choice.asking.has(name) ? choice.persons : (['skip'] as const);
    const all = persons.flatMap((person) =>
      [...(person === 'always-yes' ? [] : benign(facts, choice)), ...attacked(facts, choice)].map(
        (spec) => ({ ...spec, defence: name, person }),
      ),
    );
    return [...all.filter(isBenign), ...all.filter((spec) => !isBenign(spec))];
  });
}

function isBenign({ attack }: Pick<TrialSpec, 'attack'>): boolean {
  return attack === undefined;
}

type Case = Omit<TrialSpec, 'defence' | 'person'>;

function benign(facts: Facts, choice: Choice): readonly Case[] {
  return casesOf(facts, choice).map(({ suite, task }) => ({
    ...common(facts, choice),
    suite,
    task,
    attack: undefined,
  }));
}

function attacked(facts: Facts, choice: Choice): readonly Case[] {
  const isAttacked = ({ suite, task }: { readonly suite: string; readonly task: string }) =>
    !choice.slice || (sliceTasks[suite] ?? []).includes(task);
  return casesOf(facts, choice)
    .filter(isAttacked)
    .flatMap(({ suite, task }) =>
      Object.keys(facts.suites[suite]?.injectionTasks ?? {}).map((goal) => ({
        ...common(facts, choice),
        suite,
        task,
        attack: { name: choice.attack, goal },
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

function common(
  { benchmarkVersion }: Facts,
  { model, seed }: Choice,
): Pick<Case, 'benchmark' | 'model' | 'seed'> {
  return { benchmark: `agentdojo/${benchmarkVersion}`, model, seed };
}
