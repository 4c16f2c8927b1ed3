import { createHash } from 'node:crypto';

const [testShare, validationShare] = [0.3, 0.14];

/** The use of a task's calls. */
export const parts = ['training', 'validation', 'test'] as const;

export type Part = (typeof parts)[number];

/**
 * The part that a user's task belongs to: 30% of the tasks are test data, 14% are validation (where
 * training stops, and probabilities, thresholds and what ships come from), the rest is trained on.
 * By a hash of suite and task, so that all runs of a task, of whatever model and attack, are on one
 * side. Tasks of one suite share their environment and injected texts all the same.
 */
export function partOf({ suite, task }: { readonly suite: string; readonly task: string }): Part {
  const digest = createHash('sha256').update(`1 ${suite}/${task}`).digest();
  const place = digest.readUInt32BE(0) / 2 ** 32;
  if (place < testShare) return 'test';
  return place < testShare + validationShare ? 'validation' : 'training';
}

/** Those of some calls that belong to a part. */
export function ofPart<Call extends { readonly part: Part }>(
  calls: readonly Call[],
  part: Part,
): readonly Call[] {
  return calls.filter((one) => one.part === part);
}
