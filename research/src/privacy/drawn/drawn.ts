import type { PrivacyTask } from '../task/task.ts';
import { drawnFlights } from './flights.ts';
import { drawnPayments } from './payments.ts';
import { drawnShopping } from './shopping.ts';
import { drawnTask } from './template.ts';

/**
 * Generated tasks, as many of each world: the same seed gives the same ones. Their people, values
 * and wording are not those of the 37. None has a request of `except`, word for word.
 */
export function drawnTasks(
  seed: number,
  {
    perWorld,
    except = new Set(),
  }: { readonly perWorld: number; readonly except?: ReadonlySet<string> },
): readonly PrivacyTask[] {
  return Array.from({ length: perWorld }, (_, number) => [
    drawnTask(drawnPayments, { seed, number, except }),
    drawnTask(drawnFlights, { seed, number, except }),
    drawnTask(drawnShopping, { seed, number, except }),
  ]).flat();
}
