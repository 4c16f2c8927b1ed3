import {
  measure,
  windowsOf,
  type MeasuredWindow,
  type Saliency,
  type Tokenizer,
  type WindowLimits,
} from '@sluice/local';
import type { LabelledCall } from '../pair/labelled-call.ts';
import { cacheKey, type CacheSource } from './cache-key.ts';
import type { FeatureCache } from './feature-cache.ts';

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
  /** Of those done, the ones that were in the cache. */
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
export async function measureCalls(
  labelled: readonly LabelledCall[],
  options: MeasureOptions,
): Promise<MeasuredCalls> {
  const { cache, source, onCall } = options;
  const calls: MeasuredCall[] = [];
  let [tooLong, cached] = [0, 0];
  for (const [at, call] of labelled.entries()) {
    const key = cacheKey(call.rendering, source);
    if (cache.has(key)) cached += 1;
    else cache.put(key, await measured(call, options));
    const kept = cache.get(key);
    if (kept === undefined || kept === 'too-long') tooLong += 1;
    else calls.push({ call, windows: kept.windows });
    onCall?.({ done: at + 1, all: labelled.length, cached });
  }
  return { calls, tooLong };
}

async function measured(
  { rendering }: LabelledCall,
  { limits, open, signal }: MeasureOptions,
): Promise<Parameters<FeatureCache['put']>[1]> {
  const { saliency, tokenizer } = await open();
  const windows = windowsOf(rendering, tokenizer, limits);
  if (windows === undefined) return 'too-long';
  return { windows: await measure(saliency, windows, { signal }) };
}
