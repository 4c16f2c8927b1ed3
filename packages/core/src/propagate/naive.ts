import { type Propagator, wide } from './propagator.ts';

/** Every region is relevant: labels creep as in RTBAS section 8. */
export function naive(): Propagator {
  return { name: 'naive', needs: 'nothing', relevant: () => wide('naive') };
}
