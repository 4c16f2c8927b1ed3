import { textOf } from '@sluice/core';
import type { Facts } from '../agentdojo/facts.ts';
import { GoalFinder } from './goals.ts';
import type { ReaderView } from './output.ts';
import { planOf, type Plan } from './plan.ts';
import { TextReader } from './seen.ts';
import { Tasks, type Task } from './tasks.ts';

/** The environment that all readers of a benchmark share. */
export interface ReaderEnvironment {
  readonly tasks: Tasks;
  readonly texts: TextReader;
  /** By suite. */
  readonly finders: ReadonlyMap<string, GoalFinder>;
  /** The plans of goals for which the benchmark gives no calls; `undefined`: they need none. */
  readonly plans: ReadonlyMap<Task, Plan | undefined>;
}

const worlds: WeakMap<Facts, ReaderEnvironment> = new WeakMap();

export function worldOf(facts: Facts): ReaderEnvironment {
  const known = worlds.get(facts);
  if (known !== undefined) return known;
  const tasks = new Tasks(facts);
  const suites = [...tasks.suites];
  const plans = suites.flatMap(([, suite]) =>
    suite.goals
      .filter((goal) => goal.facts.groundTruth.length === 0)
      .map((goal) => [goal, planOf(goal.facts.prompt, suite.facts)] as const),
  );
  const finders = suites.map(([name, { goals }]) => [name, new GoalFinder(goals)] as const);
  const world = {
    tasks,
    texts: new TextReader(),
    finders: new Map(finders),
    plans: new Map(plans),
  };
  worlds.set(facts, world);
  return world;
}

/** The user's task: found in everything that they say, a user's task before an attacker's. */
export function taskIn({ tasks }: ReaderEnvironment, { messages }: ReaderView): Task | undefined {
  const found = messages.flatMap((message) =>
    message.role === 'user' ? (tasks.in(textOf(message.parts)) ?? []) : [],
  );
  return found.find(({ name }) => name.kind === 'user') ?? found[0];
}
