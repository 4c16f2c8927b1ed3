import { adapted } from './adapt.ts';
import type { PastCall, PastCalls, WantedCall } from './past-calls.ts';
import type { Task } from './tasks.ts';

/** A call of the ground truth, in the world as it is shown. */
export interface Step extends WantedCall {
  /** Its place in the ground truth. */
  readonly at: number;
}

export function stepsOf({ facts }: Task, past: PastCalls): readonly Step[] {
  return facts.groundTruth.map(({ tool, args }, at) => {
    return { at, tool, args: adapted(args, past.all) };
  });
}

/** Whether a hidden call can have been made for a step. */
export type MayBeFor = (call: PastCall, step: Step) => boolean;

/**
 * Takes the calls that were made for these steps, and says which steps are left: calls that can be
 * seen are taken first, then hidden ones, each for the first step that it may have been.
 */
export function stepsLeft(
  steps: readonly Step[],
  past: PastCalls,
  mayBeFor: MayBeFor = () => true,
): readonly Step[] {
  const unseen = steps.filter((step) => past.take(step) === undefined);
  return unseen.filter(
    (step) => past.takeHidden(step, (call) => mayBeFor(call, step)) === undefined,
  );
}
