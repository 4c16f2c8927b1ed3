import type { PrivacyTask } from '../task/task.ts';
import { flightsTasks } from './flights.ts';
import { paymentsTasks } from './payments.ts';
import { shoppingTasks } from './shopping.ts';

/** The 37 tasks, written for this benchmark in the worlds of RTBAS table 3. */
export const privacyTasks: readonly PrivacyTask[] = [
  ...paymentsTasks,
  ...flightsTasks,
  ...shoppingTasks,
];
