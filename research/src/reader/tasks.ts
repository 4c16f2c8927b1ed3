import type { Facts, GroundTruthCall, SuiteFacts, TaskFacts } from '../agentdojo/facts.ts';
import { BoundedCache } from './bounded-cache.ts';
import { evidenceOf, type Evidence } from './evidence.ts';
import { lettersAndDigits } from './letters.ts';
import { Prompt } from './stated.ts';

export interface TaskName {
  readonly suite: string;
  readonly kind: 'user' | 'goal';
  readonly id: string;
}

/** A task that a reader recognises: what a user asks for, or what an attacker wants. */
export interface Task {
  readonly name: TaskName;
  readonly facts: TaskFacts;
  /** The prompt's letters and digits. */
  readonly letters: string;
  /** The evidence to be seen before the call at this index can be made with these arguments. */
  readonly evidenceOfCall: (at: number, args: GroundTruthCall['args']) => Evidence;
  readonly evidenceOfAnswer: () => Evidence;
}

/** The tasks of a suite. */
export interface SuiteTasks {
  readonly facts: SuiteFacts;
  readonly goals: readonly Task[];
}

/** Every task of a benchmark, found by what a view holds of its prompt. */
export class Tasks {
  readonly suites: ReadonlyMap<string, SuiteTasks>;
  readonly #all: readonly Task[];
  readonly #found = new BoundedCache<Task | null>({ charactersMax: 1_000_000 });

  constructor({ suites }: Facts) {
    const user = Object.entries(suites).flatMap(([suite, { userTasks }]) =>
      Object.entries(userTasks).map(([id, task]) => taskOf({ suite, kind: 'user', id }, task)),
    );
    this.suites = new Map(
      Object.entries(suites).map(([suite, facts]) => [
        suite,
        { facts, goals: goalsOf(suite, facts) },
      ]),
    );
    const goals = [...this.suites.values()].flatMap((each) => each.goals);
    this.#all = [...byLength(user), ...byLength(goals)];
  }

  /**
   * The task whose prompt stands in what the user says, whatever a defence wrote around it: a
   * user's before an attacker's, the longest where one prompt holds another.
   */
  in(userText: string): Task | undefined {
    const found = this.#found.of(userText, () => {
      const letters = lettersAndDigits(userText);
      return this.#all.find((task) => letters.includes(task.letters)) ?? null;
    });
    return found ?? undefined;
  }
}

function goalsOf(suite: string, { injectionTasks }: SuiteFacts): readonly Task[] {
  return Object.entries(injectionTasks).map(([id, task]) =>
    taskOf({ suite, kind: 'goal', id }, task),
  );
}

function byLength(tasks: readonly Task[]): readonly Task[] {
  const named = tasks.filter(({ letters }) => letters !== '');
  return named.toSorted((a, b) => b.letters.length - a.letters.length);
}

const rememberedCharactersMax = 100_000;

function taskOf(name: TaskName, facts: TaskFacts): Task {
  const prompt = new Prompt(facts.prompt);
  const outputsBefore = (at: number): readonly string[] =>
    facts.groundTruth.slice(0, at).map(({ output }) => output);
  const remembered = new BoundedCache<Evidence>({ charactersMax: rememberedCharactersMax });
  const evidence = (at: number, value: unknown): Evidence =>
    remembered.of(`${at} ${JSON.stringify(value)}`, () =>
      evidenceOf(value, { prompt, outputs: outputsBefore(at) }),
    );
  return {
    name,
    facts,
    letters: lettersAndDigits(facts.prompt),
    evidenceOfCall: evidence,
    evidenceOfAnswer: () => evidence(facts.groundTruth.length, facts.answer),
  };
}
