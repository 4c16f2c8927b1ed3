import { SluiceError } from '@sluice/core';
import type { TaskNumber } from '../task/draw-for.ts';
import type { SecTask } from '../task/task.ts';
import { gameTasks, taskSeed } from '../task/tasks.ts';
import { encodedTask } from './encoded.ts';
import { mixedTask } from './mixed.ts';
import { rankingTask } from './ranking.ts';
import { secretsTask } from './secrets.ts';
import { splitTask } from './split.ts';
import { stepsTask } from './steps.ts';
import { turnsTask } from './turns.ts';

/** A set of tasks to run the defences on. */
export interface Suite {
  readonly name: string;
  /** So many of each game or kind; more of them begin with the same ones. */
  readonly tasks: (perKind: number) => readonly SecTask[];
  /** The paper's own games: there its figures and bounds say something. */
  readonly isPapers: boolean;
}

/** The paper's games, and what it leaves open (8.2, 10). A new suite is a line here. */
export const suites: readonly Suite[] = [
  { name: 'games', tasks: (perKind) => gameTasks(perKind), isPapers: true },
  further('mixed', mixedTask, 3),
  further('encoded', encodedTask, 5),
  further('split', splitTask, 3),
  further('turns', turnsTask, 2),
  further('steps', stepsTask, 4),
  further('ranking', rankingTask, 2),
  further('secrets', secretsTask, 3),
];

function further(name: string, task: (number: TaskNumber) => SecTask, kinds: number): Suite {
  const tasks = (perKind: number): readonly SecTask[] =>
    Array.from({ length: perKind * kinds }, (_, index) => task({ seed: taskSeed, index }));
  return { name, tasks, isPapers: false };
}

/** Throws `settings-invalid`, naming those that there are. */
export function suiteNamed(name: string): Suite {
  const found = suites.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new SluiceError('settings-invalid', `there is no suite \`${name}\``, {
    hint: `name one of ${suites.map((each) => each.name).join(', ')}`,
  });
}
