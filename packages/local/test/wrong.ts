import {
  regionsOf,
  reveal,
  type Propagator,
  type PropagatorInput,
  type Relevance,
} from '@sluice/core';
import { hash, Rng } from '../../core/fuzz/rng.ts';

/** How a propagator answers: as it does, or wrongly on purpose. */
export type Manner = 'honest' | 'inverted' | 'random' | 'hostile';

type Input = Parameters<Extract<Propagator, { readonly needs: 'draft' }>['relevant']>[0];

/**
 * A propagator that is asked, and answered for in a manner. The hostile one chooses by every text
 * that it is given, and so tells of what is hidden whatever a choice of labels can tell.
 */
export function answeringAs(propagator: Propagator, manner: Manner): Propagator {
  const relevant = async (input: Input): Promise<Relevance> => {
    // A propagator that ignores the answer need not ask.
    if (manner === 'random' || manner === 'hostile') return invented(input, manner);
    const found = await propagator.relevant(input);
    return manner === 'honest' ? found : inverted(found, input);
  };
  return { name: propagator.name, needs: 'draft', relevant };
}

function inverted(found: Relevance, input: PropagatorInput): Relevance {
  const all = regionsOf(input.history);
  return regions(all.flatMap(({ id }) => (isRelevant(found, input, id) ? [] : [id])));
}

function invented({ history }: PropagatorInput, manner: string): Relevance {
  const all = regionsOf(history);
  const texts = all.map(({ source }) => (source.kind === 'text' ? reveal(source.content) : ''));
  const read = manner === 'hostile' ? JSON.stringify(texts) : '';
  const rng = new Rng(hash(`${read} ${all.length}`));
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
