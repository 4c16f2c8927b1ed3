import { llamaLimits } from './llama-limits.ts';

/** A range of tokens that is evaluated at once; `end` is exclusive. */
export interface Batch {
  readonly start: number;
  readonly end: number;
}

export interface BatchPlan {
  /** The first token that is not kept. */
  readonly from: number;
  /** The first token after which a probability is wanted. */
  readonly asked: number;
  readonly end: number;
  /** True if reading may stop early: then batches are short after `asked`. */
  readonly mayStop: boolean;
}

/**
 * llama.cpp computes a batch of one token with other kernels than a batch of several, and on
 * quantised weights the last digits in which they differ become up to .07 nats a token. Batches of
 * two tokens and more agree to the bit, however the tokens are cut; so there is no batch of one.
 */
const batchTokensMin = 2;

/**
 * Where evaluation begins, if `kept` of `end` tokens are there already: one token alone takes the
 * one before it along.
 */
export function evaluationStart(kept: number, end: number): number {
  return end - kept === 1 ? Math.max(0, kept - 1) : kept;
}

/** The batches from `from` to `end`. One is of one token only where there is but one in all. */
export function batchesOf(plan: BatchPlan): readonly Batch[] {
  const batches: Batch[] = [];
  let start = plan.from;
  for (const cut of cutsOf(plan)) {
    if (cut - start < batchTokensMin || plan.end - cut < batchTokensMin) continue;
    batches.push({ start, end: cut });
    start = cut;
  }
  return plan.end > start ? [...batches, { start, end: plan.end }] : batches;
}

/** Where it would be good to stop for a moment, in order. */
function* cutsOf({ from, asked, end, mayStop }: BatchPlan): Generator<number> {
  const { chunkTokensMax, stretchTokensMax } = llamaLimits;
  for (let at = from + chunkTokensMax; at < asked; at += chunkTokensMax) yield at;
  yield asked;
  for (let at = asked, step = batchTokensMin; at < end;) {
    at += mayStop ? step : chunkTokensMax;
    yield at;
    step = Math.min(step * 2, stretchTokensMax);
  }
}
