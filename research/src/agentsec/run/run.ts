import type { ChatModel } from '@sluice/core';
import { runTask, type Task } from '../../task/task.ts';
import type { SecDefence } from '../defence/defence.ts';
import { noisyReader } from '../reader/noisy.ts';
import { worstCaseReader } from '../reader/reader.ts';
import { sides, type SecTask } from '../task/task.ts';
import { play } from '../trace/play.ts';
import type { ScorerDistinguisher } from '../trace/scorer-distinguisher.ts';
import type { Trace } from '../trace/trace.ts';

/** A model of the grid: one for each task, since the worst-case reader knows the user's task. */
export interface GridModel {
  /** The name that figures stand under: `worst-case`, `local`. */
  readonly name: string;
  readonly tasks: readonly SecTask[];
  readonly defences: readonly SecDefence[];
  readonly modelFor: (task: SecTask) => ChatModel;
}

export interface RunGridOptions {
  readonly models: readonly GridModel[];
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  readonly onProgress?: ((done: string) => void) | undefined;
  /** A distinguisher that asks a model; what it finds stands beside the others. */
  readonly scored?: ScorerDistinguisher | undefined;
}

/** One run: a task on one side of its pair, with a defence and a model. */
interface Trial {
  readonly grid: GridModel;
  readonly defence: SecDefence;
  readonly task: SecTask;
  readonly side: (typeof sides)[number];
}

/** Algorithm 7: every defence on every pair with every model, one after the other. */
export function runGrid(options: RunGridOptions): Promise<readonly Trace[]> {
  const { signal, onProgress } = options;
  return runTask(gridTask(options), {
    signal,
    onSolved: ({ sample: { grid, defence }, next }) => {
      if (next?.grid === grid && next.defence === defence) return;
      onProgress?.(`${grid.name}: ${defence.name}`);
    },
  });
}

function gridTask({ models, nowMs, scored }: RunGridOptions): Task<Trial, Trace, readonly Trace[]> {
  return {
    dataset: models.flatMap((grid) =>
      grid.defences.flatMap((defence) =>
        grid.tasks.flatMap((task) => sides.map((side) => ({ grid, defence, task, side }))),
      ),
    ),
    solver: ({ grid, defence, task, side }, signal) => {
      const model = grid.modelFor(task);
      return play(task, { defence, side, modelName: grid.name, model, signal, nowMs, scored });
    },
    scorer: (solved) => solved.map(({ answer }) => answer),
  };
}

/** The noisy reader as a model of the grid. */
export function noisyModel(
  tasks: readonly SecTask[],
  defences: readonly SecDefence[],
  seed: number,
): GridModel {
  return { name: 'noisy', tasks, defences, modelFor: (task) => noisyReader(task, { seed }) };
}

/** The worst-case reader as a model of the grid. */
export function readerModel(tasks: readonly SecTask[], defences: readonly SecDefence[]): GridModel {
  return { name: 'worst-case', tasks, defences, modelFor: worstCaseReader };
}
