import {
  aloneImportance,
  descendMinimal,
  enumerateMinimal,
  scoredLosses,
  utilityByName,
  type Losses,
  type Scorer,
  type Search,
} from '@sluice/local';
import { pruned } from '../../shapley/pruned.ts';
import { prunedAlone } from './alone.ts';
import { countingScorer } from './counting-scorer.ts';
import type { Finder } from './finder.ts';
import type { Setting } from './setting.ts';

/** No search here runs into it: what it would cost is what is measured. */
const budget = { labelsMax: 100_000, tokensMax: Number.MAX_SAFE_INTEGER };

/**
 * The minimal labels of a question, as the propagator finds them: prompt-based with a language
 * model's scorer, and kNN-LM with that of a nearest-neighbour model.
 */
export function minimalLabelsFinder(scorer: Scorer, setting: Setting): Finder {
  return async ({ context, completion, signal }) => {
    const counting = countingScorer(scorer);
    const lossesBy = (utility: string): Losses =>
      scoredLosses(context, {
        scorer: counting,
        completion,
        utility: utilityByName(utility),
        stopAbove: Number.POSITIVE_INFINITY,
        budget,
        signal,
      });
    const search = searchOf(setting, lossesBy);
    const losses = lossesBy(setting.utility);
    const labels = await search({ ...context, losses, lambda: setting.lambda });
    return { labels, contexts: counting.contexts() };
  };
}

/** Seeds the orders of sampled Shapley values. */
const shapleySeed = 7;

function searchOf({ pruning }: Setting, lossesBy: (utility: string) => Losses): Search {
  switch (pruning.kind) {
    case 'none':
      return smallOrEnumerated;
    case 'alone': {
      const contributions = lossesBy('log-probability');
      const { threshold } = pruning;
      return prunedAlone(smallOrEnumerated, { contributions, threshold });
    }
    case 'shapley':
      return pruned(smallOrEnumerated, { ...pruning, seed: shapleySeed });
  }
}

/** Up to so many labels, algorithm 1 itself is cheap, and needs no monotonicity to be exact. */
const smallLabels = 7;

const smallOrEnumerated: Search = (search) => {
  return new Set(search.labels).size <= smallLabels
    ? descendMinimal(search)
    : enumerateMinimal(aloneImportance)(search);
};
