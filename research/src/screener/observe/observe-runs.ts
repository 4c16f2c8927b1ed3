import type { WindowLimits } from '@sluice/local';
import type { CacheSource, FeatureCache } from '../features/feature-cache.ts';
import {
  measureCalls,
  type MeasureProgress,
  type ReadingModel,
} from '../features/measure-calls.ts';
import { drawCalls, labelCalls, type Recorded } from '../pair/draw.ts';
import { type HandLabels, meantBy } from '../pair/hand-labels.ts';
import { type Observation, observe } from './observation.ts';

export interface ObserveRuns {
  /** The model whose calls are drawn to train on and to test with. */
  readonly model: string;
  /** So many calls of it; and so many of those that a reader has labelled, of all models. */
  readonly calls: number;
  readonly readCalls: number;
  readonly seed: number;
  readonly labels: HandLabels;
  readonly source: CacheSource;
  readonly limits: WindowLimits;
  readonly cache: FeatureCache;
  readonly open: () => Promise<ReadingModel>;
  readonly signal: AbortSignal;
  readonly onCall?: ((progress: MeasureProgress) => void) | undefined;
}

export interface ObservedRuns {
  readonly observations: readonly Observation[];
  /** Drawn calls that are too long to be read. */
  readonly tooLong: number;
}

/** Draws calls of recorded runs, labels and measures them, and keeps the numbers alone. */
export async function observeRuns(recorded: Recorded, options: ObserveRuns): Promise<ObservedRuns> {
  const { model, seed, labels } = options;
  const isRead = (id: string): boolean => labels.has(id);
  const own = await drawCalls(recorded, {
    seed,
    isWanted: (call) => call.model === model && !isRead(call.id),
  });
  const read = await drawCalls(recorded, { seed, isWanted: ({ id }) => isRead(id) });
  const drawn = [...own.slice(0, options.calls), ...read.slice(0, options.readCalls)];
  const labelled = await labelCalls(recorded, drawn);
  const measured = await measureCalls(labelled, options);
  const observations = measured.calls.map(({ call, windows }) => {
    const patterns = labels.get(call.id);
    const meant = patterns && meantBy(patterns, call.rendering.regions);
    return observe(call, windows, meant);
  });
  return { observations, tooLong: measured.tooLong };
}
