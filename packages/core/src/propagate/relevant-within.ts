import { within, type Failure } from '../model/within.ts';
import { ask, type MaybeDrafted } from './ask.ts';
import { parseRelevance } from './parse-relevance.ts';
import type { Propagator, Relevance } from './propagator.ts';
import { wide, type WideReason } from './wide.ts';

/**
 * Asks a propagator for at most `timeoutMs` milliseconds. One that throws, hangs, answers late or
 * names what does not exist has cleared nothing: every region is relevant. Never throws. A
 * propagator that computes for ever without awaiting cannot be interrupted from inside.
 */
export async function relevantWithin(
  propagator: Propagator,
  input: MaybeDrafted,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<Relevance> {
  const { signal, space, history } = input;
  const outcome = await within({ timeoutMs, signal }, (own) =>
    ask(propagator, { ...input, signal: own }),
  );
  if (outcome.kind === 'failed') return wide(reasons[outcome.because]);
  try {
    return parseRelevance(outcome.value, space, history);
  } catch {
    return wide('propagator-failed');
  }
}

const reasons = {
  failed: 'propagator-failed',
  'timed-out': 'propagator-late',
  aborted: 'aborted',
} as const satisfies Record<Failure, WideReason>;
