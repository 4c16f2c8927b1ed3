import {
  canonicalJson,
  labelOf,
  redact,
  type ChatModel,
  type ModelReply,
  type Policy,
  type Propagator,
} from '@sluice/core';
import { argumentsOf } from '../../reader/arguments.ts';

/**
 * A control: what the inner propagator finds counts only where the view at its label makes the very
 * calls of the draft, and else everything is relevant. With a deterministic reader that finds every
 * mistake of a propagator, one that names nothing included. It costs one generation a draft more
 * than the monitor.
 */
export function checked(
  inner: Propagator,
  { model, policy }: { readonly model: ChatModel; readonly policy: Policy },
): Propagator {
  if (inner.needs === 'nothing') return inner;
  const clearance = policy.clearance(model.name, 'main');
  return {
    name: inner.name,
    needs: 'draft',
    relevant: async (input) => {
      const { space, history, draft, signal } = input;
      const relevance = await inner.relevant(input);
      const label = space.meet(labelOf(space, history, relevance), clearance);
      const view = redact(space, history, label, { structure: 'keep' });
      const again = await model.generate({ view }, { signal });
      return isSame(again, draft) ? relevance : { kind: 'all', because: 'unexplained' };
    },
  };
}

/** True if two generations make the same calls, spaces and the order of keys aside. */
function isSame(a: ModelReply, b: ModelReply): boolean {
  return canonicalJson(callsOf(a)) === canonicalJson(callsOf(b));
}

function callsOf({ calls }: ModelReply): unknown {
  return calls.map(({ tool, args }) => ({ tool, args: argumentsOf(args) ?? args }));
}
