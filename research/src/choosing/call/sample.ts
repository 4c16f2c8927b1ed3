import { byTurn } from '../../by-turn.ts';
import type { KnownCall } from './known-call.ts';

/**
 * So many calls, in the order of a hash of seed and id: neither what any propagator says of them
 * nor the order of files decides which, and a smaller sample is part of a larger one.
 */
export function sampleOf(
  calls: readonly KnownCall[],
  { seed, most }: { readonly seed: number; readonly most: number },
): readonly KnownCall[] {
  return calls.toSorted(byTurn(seed, ({ id }) => id)).slice(0, most);
}
