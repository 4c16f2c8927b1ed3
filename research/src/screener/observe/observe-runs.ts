import type { WindowLimits } from '@sluice/local';
import type { CacheSource, FeatureCache } from '../features/feature-cache.ts';
import {
  measureCalls,
  type MeasureProgress,
  type ReadingModel,
} from '../features/measure-calls.ts';
import {
  type Drawable,
  drawableCalls,
  inDrawOrder,
  labelCalls,
  type Recorded,
} from '../pair/draw.ts';
import { type HandLabels, meantBy } from '../pair/hand-labels.ts';
import type { LabelledCall } from '../pair/labelled-call.ts';
import { type Observation, observe } from './observation.ts';

export interface ObserveRuns {
  /** The model whose calls are drawn first. */
  readonly model: string;
  /** So many calls of it, of other models, and of those that a reader has labelled. */
  readonly calls: number;
  readonly otherCalls: number;
  readonly readCalls: number;
  readonly seed: number;
  readonly labels: HandLabels;
  /** Labelled calls that are of no recorded run. */
  readonly more: readonly LabelledCall[];
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
  const all = await drawableCalls(recorded);
  const firstOf = (most: number, isWanted: (call: Drawable) => boolean): readonly Drawable[] =>
    inDrawOrder(all.filter(isWanted), seed).slice(0, most);
  const drawn = [
    ...firstOf(options.calls, (call) => call.model === model && !isRead(call.id)),
    ...firstOf(options.otherCalls, (call) => call.model !== model && !isRead(call.id)),
    ...firstOf(options.readCalls, ({ id }) => isRead(id)),
  ];
  const labelled = [...(await labelCalls(recorded, drawn)), ...options.more];
  const measured = await measureCalls(labelled, options);
  const observations = measured.calls.map(({ call, windows }) => {
    const patterns = labels.get(call.id);
    const meant = patterns && meantBy(patterns, call.rendering.regions);
    return observe(call, windows, meant);
  });
  return { observations, tooLong: measured.tooLong };
}
