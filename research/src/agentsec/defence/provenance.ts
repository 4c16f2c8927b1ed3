import type { Chunk, SecTask } from '../task/task.ts';
import { ofTenants } from './patterns.ts';
import { shown, writeOut } from './shown.ts';

/** Before generation, keeps what the tenant may see (P_u of 3.2); other games it leaves alone. */
export const provenance = shown({
  name: 'provenance',
  enforcement: 'provenance-projection',
  show: (task, chunks) => ({ system: task.system, context: writeOut(permitted(task, chunks)) }),
});

export function permitted(
  { game, authorised }: Pick<SecTask, 'game' | 'authorised'>,
  chunks: readonly Chunk[],
): readonly Chunk[] {
  return game === 'retrieval' ? ofTenants(chunks, authorised) : chunks;
}
