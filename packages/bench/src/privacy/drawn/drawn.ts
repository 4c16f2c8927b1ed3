import type { PrivacyTask } from '../task/task.ts';
import { drawnFlights } from './flights.ts';
import { drawnPayments } from './payments.ts';
import { drawnShopping } from './shopping.ts';
import { drawnTask } from './template.ts';

/**
 * Generated tasks, as many of each world: the same seed gives the same ones. Their people, values
 * and wording are not those of the 37.
 */
export function drawnTasks(
  seed: number,
  { perWorld }: { readonly perWorld: number },
): readonly PrivacyTask[] {
  return Array.from({ length: perWorld }, (_, number) => [
    drawnTask(drawnPayments, { seed, number }),
    drawnTask(drawnFlights, { seed, number }),
    drawnTask(drawnShopping, { seed, number }),
  ]).flat();
}
