import { drawnFlights } from './drawn/flights.ts';
import { drawnPayments } from './drawn/payments.ts';
import { drawnShopping } from './drawn/shopping.ts';
import type { Half } from './drawn/halves.ts';
import { drawnTask } from './drawn/template.ts';
import type { PrivacyTask } from './task/task.ts';
import { flightsTasks } from './tasks/flights.ts';
import { paymentsTasks } from './tasks/payments.ts';
import { shoppingTasks } from './tasks/shopping.ts';

/** The 37 tasks, written for this benchmark in the worlds of RTBAS table 3. */
export const privacyTasks: readonly PrivacyTask[] = [
  ...paymentsTasks,
  ...flightsTasks,
  ...shoppingTasks,
];

const drawnPerWorld = 30;

const seeds = { choosing: 1, drawn: 2 } as const;

/** The tasks of the suite. */
export interface PrivacySuite {
  /** 37, written by hand. */
  readonly tasks: readonly PrivacyTask[];
  /** 90 generated ones on which the best propagator is chosen, from half of the templates. */
  readonly choosing: readonly PrivacyTask[];
  /** 90 of the other half of the templates, on which each is measured. */
  readonly drawn: readonly PrivacyTask[];
}

/** All tasks, or the 37 alone: with a real model, a task costs what it costs. */
export function privacySuite({ generated }: { readonly generated: boolean }): PrivacySuite {
  if (!generated) return { tasks: privacyTasks, choosing: [], drawn: [] };
  const drawn = drawnTasks(seeds.drawn, { perWorld: drawnPerWorld, half: 'measuring' });
  const except = new Set([...privacyTasks, ...drawn].map(({ request }) => request));
  const choosing = drawnTasks(seeds.choosing, {
    perWorld: drawnPerWorld,
    half: 'choosing',
    except,
  });
  return { tasks: privacyTasks, choosing, drawn };
}

/**
 * Generated tasks, as many of each world: the same seed gives the same ones. Their people, values
 * and wording are not those of the 37. None has a request of `except`, word for word.
 */
export function drawnTasks(
  seed: number,
  {
    perWorld,
    half,
    except = new Set(),
  }: {
    readonly perWorld: number;
    readonly half?: Half;
    readonly except?: ReadonlySet<string>;
  },
): readonly PrivacyTask[] {
  return Array.from({ length: perWorld }, (_, number) => [
    drawnTask(drawnPayments, { seed, number, half, except }),
    drawnTask(drawnFlights, { seed, number, half, except }),
    drawnTask(drawnShopping, { seed, number, half, except }),
  ]).flat();
}
