import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../limits.ts';

/**
 * Between two parts of the work on a large text, requests of others go on: a part takes some tenths
 * of a second at most, and all of them together would take seconds.
 */
export async function letOthers(size: number): Promise<void> {
  if (size > limits.smallBodyBytesMax) await sleep(limits.pauseMs);
}
