import type { Trace } from '../trace/trace.ts';
import { meanOver, weigh } from './measures.ts';

/**
 * Theorem 1 on the adversarial executions of one defence. The event is the one of meaning: the
 * validator finds every target that is said exactly, so that of those alone nothing would be left.
 */
export interface Decomposition {
  readonly risk: number;
  /** The share of open channels. */
  readonly delta: number;
  /** `undefined` where no channel was open. */
  readonly pOpen: number | undefined;
  /** `undefined` where no channel was closed. */
  readonly pClosed: number | undefined;
  /**
   * How far the risk is from delta * pOpen + (1 - delta) * pClosed: an identity, true of any
   * traces. It checks the arithmetic and nothing else.
   */
  readonly error: number;
  /** The risk that is left after the validator. */
  readonly executed: number;
}

export function decompose(traces: readonly Trace[]): Decomposition {
  const attacked = weigh(traces).filter(({ trace }) => trace.side === 'adversarial');
  const risk = meanOver(attacked, isTold) ?? 0;
  const delta = meanOver(attacked, ({ closed }) => Number(!closed)) ?? 0;
  const openOnes = attacked.filter(({ trace }) => !trace.closed);
  const closedOnes = attacked.filter(({ trace }) => trace.closed);
  const pOpen = meanOver(openOnes, isTold);
  const pClosed = meanOver(closedOnes, isTold);
  const composed = delta * (pOpen ?? 0) + (1 - delta) * (pClosed ?? 0);
  const executed = meanOver(attacked, ({ semantic, passes }) => Number(semantic && passes)) ?? 0;
  return { risk, delta, pOpen, pClosed, error: Math.abs(risk - composed), executed };
}

function isTold({ semantic }: Trace): number {
  return Number(semantic);
}

/**
 * The composed bound on executed risk: a proposal is executed where the validator misses it, with a
 * chance of at most beta; a closed channel is violated with a chance of at most epsilon (lemma 1).
 */
export function composedBound(
  { delta, pOpen = 0 }: { readonly delta: number; readonly pOpen: number | undefined },
  { beta, epsilon }: { readonly beta: number; readonly epsilon: number },
): number {
  return beta * (delta * pOpen + (1 - delta) * epsilon);
}
