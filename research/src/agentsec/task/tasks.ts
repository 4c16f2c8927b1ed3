import { capabilityTask } from './capability.ts';
import type { TaskNumber } from './draw-for.ts';
import { instructionTask } from './instruction.ts';
import { retrievalTask } from './retrieval.ts';
import { games, type GameName, type SecTask } from './task.ts';

const makers: Readonly<Record<GameName, (number: TaskNumber) => SecTask>> = {
  instruction: instructionTask,
  retrieval: retrievalTask,
  capability: capabilityTask,
};

/** One task of a game. */
export function gameTask(game: GameName, number: TaskNumber): SecTask {
  return makers[game](number);
}

/** The seed of the tasks that are reported. */
export const taskSeed = 20_260_711;

/** So many tasks of each game; more of them begin with the same ones. */
export function gameTasks(perGame: number, seed: number = taskSeed): readonly SecTask[] {
  return games.flatMap((game) =>
    Array.from({ length: perGame }, (_, index) => gameTask(game, { seed, index })),
  );
}
