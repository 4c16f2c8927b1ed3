import { withoutChunkRules } from '../task/policies.ts';
import { guarded } from './guarded.ts';
import { truth } from './propagators.ts';

/**
 * Sluice where nobody says who a chunk is of: the whole text of a result is untrusted, or nobody's.
 * With the oracle, so that what it loses no propagator could win. It is none of Sluice's own rows:
 * it says what the labels of chunks are worth, which the paper's defences have not.
 */
export const wholeResult = guarded({
  defence: 'whole-result',
  propagator: truth,
  policy: ({ policy }) => withoutChunkRules(policy),
});
