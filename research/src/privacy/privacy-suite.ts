import { drawnTasks } from './drawn/drawn.ts';
import type { PrivacyTask } from './task/task.ts';
import { privacyTasks } from './tasks/tasks.ts';

const perWorld = 30;
const seeds = { choosing: 1, drawn: 2 } as const;

/** The tasks of the suite. */
export interface PrivacySuite {
  /** 37, written by hand. */
  readonly tasks: readonly PrivacyTask[];
  /** 90 generated ones on which the best propagator is chosen; no request of theirs is below. */
  readonly choosing: readonly PrivacyTask[];
  /** 90 other generated ones on which each is measured. */
  readonly drawn: readonly PrivacyTask[];
}

/** All tasks, or the 37 alone: with a real model, a task costs what it costs. */
export function privacySuite({ generated }: { readonly generated: boolean }): PrivacySuite {
  if (!generated) return { tasks: privacyTasks, choosing: [], drawn: [] };
  const drawn = drawnTasks(seeds.drawn, { perWorld });
  const except = new Set([...privacyTasks, ...drawn].map(({ request }) => request));
  const choosing = drawnTasks(seeds.choosing, { perWorld, except });
  return { tasks: privacyTasks, choosing, drawn };
}
