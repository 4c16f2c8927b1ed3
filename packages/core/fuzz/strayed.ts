import type { MonitorEvent } from '../src/engine/events.ts';
import type { Mask } from './lattices.ts';
import { isHigh, type Scenario } from './scenario.ts';

interface LabelledStep {
  readonly number: number;
  readonly label: Mask;
  /** True if the other run plans no such step. */
  readonly isOwn: boolean;
}

/**
 * The first step that only one run plans and in which it makes a choice that the observer sees, and
 * the other run cannot make; -1: none. Past it nothing is promised. Throws where no choice explains
 * it.
 */
export function strayedAt(
  scenario: Scenario,
  events: readonly MonitorEvent[],
  steps: readonly LabelledStep[],
): number {
  const isLow = ({ label, isOwn }: LabelledStep): boolean => isOwn && !isHigh(scenario, label);
  // The view at a ceiling is a choice of a label that the plan does not know.
  if (steps.some(isLow) && !triesCeiling(scenario)) {
    throw new Error('a step that only one run plans came out low');
  }
  const lowering = new Set(events.flatMap((event) => loweredIn(scenario, event)));
  return steps.findIndex((step) => isLow(step) || (step.isOwn && lowering.has(step.number)));
}

/** The step in which a read was lowered to where the observer sees it. */
function loweredIn({ lattice, observer }: Scenario, event: MonitorEvent): readonly number[] {
  if (event.type !== 'read-replayed' || !event.identical) return [];
  const isSeen = (lattice.toMask(event.label) & ~observer) === 0;
  return isSeen ? [event.step] : [];
}

function triesCeiling({ shortcuts }: Scenario): boolean {
  return shortcuts !== 'none' && shortcuts.beforeAsking === 'ceiling';
}
