import { ask, type MaybeDrafted } from './ask.ts';
import { parseRelevance } from './parse-relevance.ts';
import type { Propagator, Relevance } from './propagator.ts';
import { wide } from './wide.ts';

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
  if (input.signal.aborted) return wide('aborted');
  const own = new AbortController();
  const stop = Promise.withResolvers<Relevance>();
  const give = (relevance: Relevance): void => {
    stop.resolve(relevance);
    own.abort();
  };
  const timer = setTimeout(() => give(wide('propagator-late')), timeoutMs);
  const aborted = (): void => give(wide('aborted'));
  input.signal.addEventListener('abort', aborted, { once: true });
  try {
    return await Promise.race([answer(propagator, { ...input, signal: own.signal }), stop.promise]);
  } finally {
    clearTimeout(timer);
    input.signal.removeEventListener('abort', aborted);
  }
}

async function answer(propagator: Propagator, input: MaybeDrafted): Promise<Relevance> {
  try {
    return parseRelevance(await ask(propagator, input), input.space, input.history);
  } catch {
    return wide('propagator-failed');
  }
}
