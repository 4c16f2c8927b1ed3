import { setTimeout as pause } from 'node:timers/promises';
import { storeLimits } from '../limits.ts';
import { isBusy } from './failure.ts';

/**
 * Acts once no other connection holds the lock that it needs, and leaves the event loop to its
 * other work meanwhile. Throws `store-locked` where that takes longer than `waitMs`.
 */
export async function whenFree<T>(waitMs: number, act: () => T): Promise<T> {
  const attempts = waitMs / storeLimits.lockPauseMs;
  for (let attempt = 1; ; attempt++) {
    try {
      return act();
    } catch (cause) {
      if (!isBusy(cause) || attempt > attempts) throw cause;
      await pause(storeLimits.lockPauseMs);
    }
  }
}
