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

/** The propagators that need no model of their own. `target` is given the ceiling of the answer. */
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
  const defence = `sluice-${name}`;
  if (own !== undefined) return guarded({ defence, propagator: own });
  if (make === undefined) throw new RangeError(`\`${name}\` needs a maker of propagators`);
  return guarded({ defence, propagator: (parts) => make(name, parts) });
}

/**
 * Ground truth: the user's task rests on the turns and on the chunks of those whom it may use, and
 * on nothing that a link leads to. It is told the order of the chunks, not what they say.
 */
export function truth({ task, side }: PropagatorFor): Propagator {
  return oracle(({ history }) => {
    const lookUps = lookUpsIn(history, task.lookUp);
    const regions = regionsOf(history);
    const lists = new Set(
      regions.flatMap((each) => (placeOf(each) === undefined ? [] : each.message)),
    );
    return regions
      .filter((region) => {
        const { message } = region;
        const round = lookUps.get(message);
        if (round === undefined) return isTurn(history.messages[message]?.role);
        const place = placeOf(region);
        // A list is the store's; what is none, as a refusal, and an item without a chunk are not.
        if (place === undefined) return lists.has(message);
        const from = task.rounds[round]?.[side][Number(place)]?.from;
        return from !== undefined && task.authorised.includes(from);
      })
      .map(({ id }) => id);
  });
}

/** Which item of a result a region is of; `undefined` for the result as a whole. */
function placeOf({ path }: { readonly path: string }): string | undefined {
  return /^\$\[(\d+)\]/.exec(path)?.[1];
}

/** The round of each result of looking up, by its place; a model may look up again in a round. */
function lookUpsIn({ messages }: History, lookUp: string): ReadonlyMap<number, number> {
  const calls = messages.flatMap((each) => (each.role === 'assistant' ? each.calls : []));
  const ids = new Set(calls.filter(({ tool }) => tool === lookUp).map(({ id }) => id));
  const rounds = new Map<number, number>();
  let round = -1;
  for (const [at, each] of messages.entries()) {
    if (each.role === 'user') round += 1;
    if (each.role === 'tool' && ids.has(each.callId)) rounds.set(at, round);
  }
  return rounds;
}

function isTurn(role: PlainMessage['role'] | undefined): boolean {
  return role === 'user' || role === 'system';
}
