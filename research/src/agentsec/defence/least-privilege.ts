import type { Chunk, SecTask } from '../task/task.ts';
import { withoutCapabilities } from './patterns.ts';
import { shown, writeOut } from './shown.ts';

/** Takes forbidden tools out of what tools return (the part of P_c before generation). */
export const leastPrivilege = shown({
  name: 'leastPrivilege',
  enforcement: 'capability-projection',
  show: (task, chunks) => ({ system: task.system, context: writeOut(admitted(task, chunks)) }),
});

export function admitted(
  { game }: Pick<SecTask, 'game'>,
  chunks: readonly Chunk[],
): readonly Chunk[] {
  return game === 'capability' ? withoutCapabilities(chunks) : chunks;
}
