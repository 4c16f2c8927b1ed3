import type { Propagator } from './propagator.ts';
import { wide } from './wide.ts';

/** Every region is relevant: labels creep as in RTBAS section 8. */
export function naive(): Propagator {
  return { name: 'naive', needs: 'nothing', relevant: () => wide('naive') };
}
