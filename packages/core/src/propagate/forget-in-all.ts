import type { Propagator } from './propagator.ts';

/** The `forget` of a propagator that is made of others. */
export function forgetInAll(propagators: readonly Propagator[]): (run: string) => Promise<void> {
  return async (run) => {
    await Promise.all(propagators.map(async (each) => each.forget?.(run)));
  };
}
