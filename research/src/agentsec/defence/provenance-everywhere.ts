import type { Chunk } from '../task/task.ts';
import { shown, writeOut } from './shown.ts';

/**
 * Keeps the chunks of those whom the task may use, in every game and as they are: no defence of the
 * paper's, whose own looks at them in retrieval alone. It knows what the policies of the games tell
 * Sluice, who each chunk is of, so that what Sluice does beyond it can be told.
 */
export const provenanceEverywhere = shown({
  name: 'provenance-everywhere',
  enforcement: 'provenance-projection',
  show: ({ system, authorised }, chunks) => ({
    system,
    context: writeOut(ofAuthorised(chunks, authorised)),
  }),
});

export function ofAuthorised(
  chunks: readonly Chunk[],
  authorised: readonly string[],
): readonly Chunk[] {
  return chunks.filter(({ from }) => authorised.includes(from));
}
