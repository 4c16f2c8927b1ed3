import type { ChatModel } from '@sluice/core';
import type { SecDefence } from '../defence/defence.ts';
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

/** Algorithm 7: every defence on every pair with every model, one after the other. */
export async function runGrid(options: RunGridOptions): Promise<readonly Trace[]> {
  const { models, signal, nowMs, onProgress, scored } = options;
  const traces: Trace[] = [];
  for (const { name: modelName, tasks, defences, modelFor } of models) {
    for (const defence of defences) {
      for (const task of tasks) {
        for (const side of sides) {
          signal.throwIfAborted();
          const model = modelFor(task);
          const beside = { modelName, model, signal, nowMs, scored };
          traces.push(await play(task, { defence, side, ...beside }));
        }
      }
      onProgress?.(`${modelName}: ${defence.name}`);
    }
  }
  return traces;
}

/** The worst-case reader as a model of the grid. */
export function readerModel(tasks: readonly SecTask[], defences: readonly SecDefence[]): GridModel {
  return { name: 'worst-case', tasks, defences, modelFor: worstCaseReader };
}
