import { featureNames } from '@sluice/local';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { partOf } from '../../src/screener/learn/part.ts';
import type { Observation, ObservedRegion } from '../../src/screener/observe/observation.ts';
import type { SaliencyReading } from '../../src/screener/observe/saliency-readings.ts';

/** The model whose runs are trained on. */
export const ownModel = 'model-a';

/** The same in each reading. */
export function madeReading(saliency: number): SaliencyReading {
  return {
    literal: saliency,
    values: saliency,
    token: saliency,
    share: saliency,
    valueShare: saliency,
  };
}

/** Two labels beside that of every step; a call may pass at the first, and needs it. */
const madeLabels: Observation['labels'] = {
  flows: [
    [true, true, true],
    [false, true, true],
    [false, false, true],
  ],
  stops: [false, false, true],
  needs: [1],
};

export interface MadeObservation {
  readonly seed: number;
  readonly task: string;
  readonly model?: string;
  /** True if a reader has read the call. */
  readonly isRead?: boolean;
}

/** A call of five regions, of which one is dependent: the first feature tells, with some noise. */
export function madeObservation(made: MadeObservation): Observation {
  const random = xoroshiro128plus(made.seed);
  const chosen = uniformInt(random, 0, 4);
  const features: number[] = [];
  const regions = Array.from({ length: 5 }, (_, at): ObservedRegion => {
    const isDependent = at === chosen;
    for (const name of featureNames) {
      const tells = name === featureNames[0] && isDependent ? 3 : 0;
      features.push(tells + Math.round(uniformFloat64(random) * 256) / 256);
    }
    return {
      role: 'scalar',
      isDependent,
      isMeant: made.isRead === true ? isDependent : undefined,
      isInjected: at === 0,
      saliency: madeReading(isDependent ? 0.5 : 0.1),
      level: isDependent ? 1 : 2,
    };
  });
  return {
    suite: 'made',
    model: made.model ?? ownModel,
    task: made.task,
    kind: 'passed',
    part: partOf({ suite: 'made', task: made.task }),
    regions,
    features: Float64Array.from(features),
    user: madeReading(0.3),
    labels: madeLabels,
  };
}

/** Four calls of each of some tasks. */
export function madeObservations(
  tasks: readonly string[],
  options: Omit<MadeObservation, 'seed' | 'task'> = {},
): readonly Observation[] {
  return tasks.flatMap((task, at) =>
    [1, 2, 3, 4].map((call) => madeObservation({ ...options, task, seed: at * 10 + call })),
  );
}

export const madeTasks: readonly string[] = Array.from(
  { length: 24 },
  (_, at) => `user_task_${at}`,
);
