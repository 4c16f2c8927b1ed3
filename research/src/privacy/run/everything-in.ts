import type { MonitorEvent } from '@sluice/core';
import type { StepRelevance } from '../defence/defence.ts';

/** A propagator that always says so has told nothing apart because it never does. */
const meant = 'naive';

/**
 * How often everything counted as relevant in a run, by the reason: a limit, an answer that was
 * late or could not be read. `found`: what a propagator has told, one a step; where it has told
 * nothing, the reason is the one that stands in the event.
 */
export function everythingIn(
  events: readonly MonitorEvent[],
  found: readonly (StepRelevance | undefined)[],
): Readonly<Record<string, number>> {
  const answers = events.flatMap((each) => (each.type === 'relevance-found' ? [each] : []));
  const counts: Record<string, number> = {};
  for (const [at, { relevance }] of answers.entries()) {
    const answered = relevance.kind === 'all' ? relevance.because : undefined;
    const because = answered ?? found[at]?.everything;
    if (because === undefined || because === meant) continue;
    counts[because] = (counts[because] ?? 0) + 1;
  }
  return counts;
}
