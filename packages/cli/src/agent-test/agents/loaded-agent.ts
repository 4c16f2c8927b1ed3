import type { Tool } from '@sluice/core';
import type { Agent } from '../agent.ts';
import type { Task } from '../scenario.ts';

/** An agent of the user's, as its file or its command gives it. */
export interface LoadedAgent {
  readonly agent: Agent;
  /** Its own tools, fresh for each run, where the user wants them run; not given: doubles. */
  readonly tools?: (() => readonly Tool[]) | undefined;
  readonly tasks: readonly Task[];
  /** The settings of its gateway ask for labels per argument. */
  readonly isStaged?: boolean;
  /** The last lines that it printed beside its answer in the newest run. */
  readonly printed?: () => readonly string[];
}
