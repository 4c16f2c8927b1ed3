import { createHash } from 'node:crypto';
import { logitsFrom, type Judge } from '@sluice/local';
import type { Observation } from '../observe/observation.ts';

/** A call with what a judge says of its regions that learnt nothing from the call's task. */
export interface Heard {
  readonly call: Observation;
  readonly logits: Float64Array;
  readonly fold: number;
}

export const folds = 4;

/** The fold of a task: all calls of it are in one. */
function foldOf({ suite, task }: Observation): number {
  const digest = createHash('sha256').update(`fold ${suite}/${task}`).digest();
  return digest.readUInt32BE(0) % folds;
}

/** One judge about all calls: one that was not trained has learnt from none of them. */
export function heardFrom(judge: Judge, observations: readonly Observation[]): readonly Heard[] {
  return observations.map((call) => ({
    call,
    logits: logitsFrom(judge, call.features),
    fold: foldOf(call),
  }));
}

/**
 * Judges about the calls of a fold, each trained on the other folds: the next fold is for stopping,
 * the rest to train on.
 */
export function heardAcross(
  observations: readonly Observation[],
  judgeFrom: (observations: readonly Observation[]) => Judge,
): readonly Heard[] {
  return Array.from({ length: folds }, (_, fold) => {
    const others = observations.flatMap((call): readonly Observation[] => {
      const own = foldOf(call);
      if (own === fold) return [];
      return [{ ...call, part: own === (fold + 1) % folds ? 'validation' : 'training' }];
    });
    const left = observations.filter((call) => foldOf(call) === fold);
    return left.length === 0 ? [] : heardFrom(judgeFrom(others), left);
  }).flat();
}
