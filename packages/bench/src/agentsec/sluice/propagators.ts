import {
  lineage,
  naive,
  oracle,
  redactAll,
  regionsOf,
  target,
  type History,
  type PlainMessage,
  type Propagator,
} from '@sluice/core';
import type { SecDefence } from '../defence/defence.ts';
import { guarded, type PropagatorFor } from './guarded.ts';

/** What needs no model of its own. `target` is given the ceiling of the answer. */
const shipped: Readonly<Record<string, (parts: PropagatorFor) => Propagator>> = {
  naive: () => naive(),
  'redact-all': () => redactAll(),
  lineage: () => lineage(),
  target: ({ policy }) => target(policy.answerFloor),
  oracle: truth,
};

export const shippedNames: readonly string[] = Object.keys(shipped);

/** Makes propagators by name for a policy, where they need models of their own. */
export type PropagatorMaker = (text: string, parts: PropagatorFor) => Propagator;

/** Sluice with the propagator that a text names; what is none of ours is the maker's. */
export function sluiceWith(name: string, make: PropagatorMaker | undefined): SecDefence {
  const own = shipped[name];
  if (own !== undefined) return guarded({ name, propagator: own });
  if (make === undefined) throw new RangeError(`\`${name}\` needs a maker of propagators`);
  return guarded({ name, propagator: (parts) => make(name, parts) });
}

/**
 * Ground truth: the user's task rests on the turns and on the chunks of those whom it may use, and
 * on nothing that a link leads to. It is told the order of the chunks, not what they say.
 */
function truth({ task, side }: PropagatorFor): Propagator {
  return oracle(({ history }) => {
    const lookUps = lookUpsIn(history, task.lookUp);
    return regionsOf(history)
      .filter(({ message, path }) => {
        const round = lookUps.indexOf(message);
        if (round === -1) return isTurn(history.messages[message]?.role);
        const chunks = task.rounds[round]?.[side] ?? [];
        const from = chunks[Number(/^\$\[(\d+)\]/.exec(path)?.[1] ?? -1)]?.from;
        return from === undefined || task.authorised.includes(from);
      })
      .map(({ id }) => id);
  });
}

/** The places of the results of looking up, one for each round. */
function lookUpsIn({ messages }: History, lookUp: string): readonly number[] {
  const calls = messages.flatMap((each) => (each.role === 'assistant' ? each.calls : []));
  const ids = new Set(calls.filter(({ tool }) => tool === lookUp).map(({ id }) => id));
  return messages.flatMap((each, at) => {
    return each.role === 'tool' && ids.has(each.callId) ? [at] : [];
  });
}

function isTurn(role: PlainMessage['role'] | undefined): boolean {
  return role === 'user' || role === 'system';
}
