import type { ModelReply } from '../model/chat-model.ts';
import type { Propagator, PropagatorInput } from './propagator.ts';

/**
 * Ground truth, given from outside: for benchmarks only, to tell what a perfect propagator would
 * reach. `truth` gives the ids of the relevant regions.
 */
export function oracle(
  truth: (input: PropagatorInput & { readonly draft: ModelReply }) => Iterable<string>,
): Propagator {
  return {
    name: 'oracle',
    needs: 'draft',
    relevant: (input) => ({
      kind: 'regions',
      regions: [...truth(input)],
      evidence: [],
      unsourced: [],
    }),
  };
}
