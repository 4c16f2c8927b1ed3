import type { ChatModel } from '@sluice/core';
import { introspection } from '../../asking/introspection.ts';
import { askedHistory, labelOfRegions } from './asked-history.ts';
import type { Finder } from './finder.ts';

/**
 * The model names the documents that the completion is made from (permissive propagation 4.3). An
 * answer that cannot be read makes all of them relevant.
 */
export function introspectionFinder(model: ChatModel): Finder {
  return async ({ question, lattice, completion, signal }) => {
    const { space } = lattice;
    const propagator = introspection({
      model,
      clearance: space.top,
      names: 'documents',
      unseen: 'relevant',
    });
    const history = askedHistory(lattice, question);
    const draft = { text: completion, calls: [], stop: 'complete' as const };
    if (propagator.needs !== 'draft') throw new TypeError('introspection reads a draft');
    const relevance = await propagator.relevant({ space, history, signal, draft });
    const named = relevance.kind === 'regions' ? relevance.regions : undefined;
    const { invalid, parroted } = propagator.counts;
    return {
      labels: [labelOfRegions(space, history, named)],
      contexts: 0,
      reply: { unreadable: invalid > 0, parroted: parroted > 0 },
    };
  };
}
