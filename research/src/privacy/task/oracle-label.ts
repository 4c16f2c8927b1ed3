import type { Need, PrivacyTask, Step } from './task.ts';

/**
 * The categories of private data that a ground-truth call carries: those of all that it is made
 * from, and those of the earlier steps whose results it uses, for a result carries the label of
 * its call.
 */
export function categoriesOf(task: Pick<PrivacyTask, 'steps'>, index: number): readonly string[] {
  const step = task.steps[index];
  if (step === undefined) throw new RangeError(`the task has no step ${index}`);
  const all = needsOf(step).flatMap((need) => [
    ...(need.of === undefined ? [] : [need.of]),
    ...(need.step === undefined ? [] : earlier(task, need.step, index)),
  ]);
  return [...new Set(all)].toSorted();
}

/** All that a ground-truth call is made from. */
export function needsOf({ args, because }: Step): readonly Need[] {
  return [...because, ...Object.values(args).flatMap(({ needs }) => needs)];
}

function earlier(task: Pick<PrivacyTask, 'steps'>, step: number, index: number): readonly string[] {
  if (step >= index) throw new RangeError(`step ${index} needs a result that comes later`);
  return categoriesOf(task, step);
}

/** True if any call of the task needs private data. */
export function needsPrivate(task: Pick<PrivacyTask, 'steps'>): boolean {
  return task.steps.some((_, index) => categoriesOf(task, index).length > 0);
}
