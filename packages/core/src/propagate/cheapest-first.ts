import type { Label, LabelSpace } from '../label/label.ts';
import type { ModelReply } from '../model/chat-model.ts';
import { placesIn, type Policy, type Ruling } from '../policy/policy.ts';
import { labelOf } from './label-of.ts';
import {
  forgetInAll,
  type Propagator,
  type PropagatorInput,
  type Relevance,
} from './propagator.ts';
import { relevantWithin } from './relevant-within.ts';

/** True if a label is low enough for what was drafted. */
export type Accept = (
  label: Label,
  input: PropagatorInput & { readonly draft: ModelReply },
) => boolean;

export interface CheapestFirstOptions {
  readonly accept: Accept;
  /** For each propagator, milliseconds: one that hangs must not use up the others' time. */
  readonly timeoutMsEach: number;
}

/**
 * Asks in the order given, the cheapest first, and stops at the first answer whose label is
 * accepted; where none is, the last answer stands. Any of the answers is safe, for the output is
 * generated from the view at its label; looking at the draft to choose among k answers leaks at
 * most log2 k bits, as every choice of a label does (docs/propagators.md).
 */
export function cheapestFirst(
  propagators: readonly [Propagator, ...(readonly Propagator[])],
  { accept, timeoutMsEach }: CheapestFirstOptions,
): Propagator {
  return {
    name: `cheapest-first:${propagators.map(({ name }) => name).join(',')}`,
    needs: 'draft',
    forget: forgetInAll(propagators),
    relevant: async (input) => {
      const [first, ...rest] = propagators;
      let relevance: Relevance = await relevantWithin(first, input, { timeoutMs: timeoutMsEach });
      for (const propagator of rest) {
        if (accept(labelOf(input.space, input.history, relevance), input)) break;
        // Sequential on purpose: the point is not to ask the expensive ones.
        relevance = await relevantWithin(propagator, input, { timeoutMs: timeoutMsEach });
      }
      return relevance;
    },
  };
}

/**
 * Accepts a label at which the policy would let every drafted call, or the answer, pass unasked.
 */
export function draftAllowed(policy: Pick<Policy, 'ruleCall' | 'ruleAnswer'>): Accept {
  return (label, { space, draft }) => {
    const places = placesIn(draft.calls);
    const rulings =
      draft.calls.length === 0
        ? [policy.ruleAnswer(draft.text, draft)]
        : draft.calls.map(({ tool, args }, at) => policy.ruleCall(tool, args, places[at]));
    return rulings.every((ruling) => isAllowed(space, label, ruling));
  };
}

function isAllowed(space: LabelSpace, label: Label, ruling: Ruling): boolean {
  if (ruling.kind !== 'ceiling') return false;
  const ceilings = [ruling.ceiling, ...Object.values(ruling.perArgument)];
  return ceilings.every((ceiling) => space.flowsTo(label, ceiling));
}
