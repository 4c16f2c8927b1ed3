import { regionsOf, type Propagator, type PropagatorInput, type Relevance } from '@sluice/core';
import { hash, Rng } from '../../core/fuzz/rng.ts';

/** How a propagator answers: as it does, or wrongly on purpose. */
export type Manner = 'honest' | 'inverted' | 'random' | 'hostile';

type Input = Parameters<Extract<Propagator, { readonly needs: 'draft' }>['relevant']>[0];

/**
 * A propagator that is asked, and answered for in a manner. `secret` is what the world hides: the
 * hostile one chooses by it, and so tells of it whatever a choice of labels can tell.
 */
export function answeringAs(
  propagator: Propagator,
  { manner, secret }: { readonly manner: Manner; readonly secret: string },
): Propagator {
  const relevant = async (input: Input): Promise<Relevance> => {
    // Who does not listen to the answer need not ask.
    if (manner === 'random' || manner === 'hostile') return invented(input, manner, secret);
    const found = await propagator.relevant(input);
    return manner === 'honest' ? found : inverted(found, input);
  };
  return { name: propagator.name, needs: 'draft', relevant };
}

function inverted(found: Relevance, input: PropagatorInput): Relevance {
  const all = regionsOf(input.history);
  return regions(all.flatMap(({ id }) => (isRelevant(found, input, id) ? [] : [id])));
}

function invented({ history }: PropagatorInput, manner: string, secret: string): Relevance {
  const all = regionsOf(history);
  const rng = new Rng(hash(`${manner === 'hostile' ? secret : ''} ${all.length}`));
  if (rng.chance(30)) return { kind: 'label', label: rng.pick(all.map(({ label }) => label)) };
  return regions(all.flatMap(({ id }) => (rng.chance(10) ? [id] : [])));
}

function isRelevant(found: Relevance, { space, history }: PropagatorInput, id: string): boolean {
  if (found.kind === 'all') return true;
  if (found.kind === 'regions') return found.regions.includes(id);
  const entry = regionsOf(history).find((each) => each.id === id);
  return entry !== undefined && space.flowsTo(entry.label, found.label);
}

function regions(ids: readonly string[]): Relevance {
  return { kind: 'regions', regions: ids, evidence: [], unsourced: [] };
}
