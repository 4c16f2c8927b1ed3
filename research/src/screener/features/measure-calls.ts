import {
  measure,
  type MeasuredWindow,
  type Saliency,
  type Tokenizer,
  type WindowLimits,
  windowsOf,
} from '@sluice/local';
import { type Progress, runTask, type Task } from '../../task/task.ts';
import type { LabelledCall } from '../pair/labelled-call.ts';
import { cacheKey, type CacheSource, type FeatureCache, type Kept } from './feature-cache.ts';

/** A white-box model with the words that it reads. */
export interface ReadingModel {
  readonly saliency: Saliency;
  readonly tokenizer: Tokenizer;
}

export interface MeasureOptions {
  readonly cache: FeatureCache;
  readonly source: CacheSource;
  readonly limits: WindowLimits;
  /** Opened where something is not in the cache: what is costs no model. */
  readonly open: () => Promise<ReadingModel>;
  readonly signal: AbortSignal;
  readonly onCall?: ((progress: MeasureProgress) => void) | undefined;
}

export interface MeasureProgress {
  readonly done: number;
  readonly all: number;
  /** The number of finished calls that were in the cache. */
  readonly cached: number;
}

/** A call and what was measured of it. */
export interface MeasuredCall {
  readonly call: LabelledCall;
  readonly windows: readonly MeasuredWindow[];
}

export interface MeasuredCalls {
  readonly calls: readonly MeasuredCall[];
  /** Calls that no number of windows allowed could hold: a propagator finds all relevant there. */
  readonly tooLong: number;
}

/**
 * Measures calls one after the other, or takes them from the cache; each is kept once it is made.
 */
export function measureCalls(
  labelled: readonly LabelledCall[],
  options: MeasureOptions,
): Promise<MeasuredCalls> {
  const { cache, source, signal, onCall } = options;
  let cached = 0;
  const task: Task<LabelledCall, Kept, MeasuredCalls> = {
    dataset: labelled,
    solver: async (call) => {
      const key = cacheKey(call.rendering, source);
      const known = cache.get(key);
      if (known !== undefined) cached += 1;
      // Read back: what is kept is rounded, and a run that goes on must find the same.
      return known ?? cache.put(key, await measured(call, options));
    },
    scorer: (solved) => {
      const calls = solved.flatMap(({ sample: call, answer }) =>
        answer === 'too-long' ? [] : [{ call, windows: answer.windows }],
      );
      return { calls, tooLong: solved.length - calls.length };
    },
  };
  const onSolved = ({ done, all }: Progress<LabelledCall>): void => onCall?.({ done, all, cached });
  return runTask(task, { signal, onSolved });
}

async function measured(
  { rendering }: LabelledCall,
  { limits, open, signal }: MeasureOptions,
): Promise<Kept> {
  const { saliency, tokenizer } = await open();
  const windows = windowsOf(rendering, tokenizer, limits);
  if (windows === undefined) return 'too-long';
  return { windows: await measure(saliency, windows, { signal }) };
}
