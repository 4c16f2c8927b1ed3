import type { Label } from '@sluice/core';
import {
  fullLabel,
  generatorsOf,
  type Losses,
  scoredLosses,
  type Scorer,
  type Search,
  searchMinimal,
  utilityByName,
} from '@sluice/local';
import { pruned } from '@sluice/local/inside';
import { keyOf } from '../remember.ts';
import type { Finder } from './finder.ts';
import type { Setting } from './grids.ts';

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
      return searchMinimal;
    case 'alone': {
      const contributions = lossesBy('log-probability');
      const { threshold } = pruning;
      return prunedAlone(searchMinimal, { contributions, threshold });
    }
    case 'shapley':
      return pruned(searchMinimal, { ...pruning, seed: shapleySeed });
  }
}

interface AloneOptions {
  /** The measure of a contribution: here the summed log-probability, which adds up over facts. */
  readonly contributions: Losses;
  /** Labels whose documents alone save less are not searched. */
  readonly threshold: number;
}

/**
 * Drops labels that alone save too little: the first term of the Shapley value, where a label joins
 * no other (permissive propagation appendix A prunes by the whole value). It costs one short
 * context a label in place of several long ones, and a document that another one repeats keeps its
 * value, where the mean over orders halves it. Where what is left does not suffice, the full label
 * is the answer.
 */
function prunedAlone(inner: Search, { contributions, threshold }: AloneOptions): Search {
  return async (search) => {
    const nothing = await contributions.exact(search.floor);
    const labels: Label[] = [];
    for (const label of generatorsOf(search).all) {
      const saved = nothing - (await contributions.exact(label));
      // A value that is no number keeps its label.
      if (!(saved < threshold)) labels.push(label);
    }
    const left = { ...search, labels };
    const isEnough = (await search.losses.at(fullLabel(left))) <= search.lambda;
    return isEnough ? inner(left) : [fullLabel(search)];
  };
}

interface CountingScorer<BackEnd extends string> extends Scorer<BackEnd> {
  /** How many different contexts were asked about. */
  readonly contexts: () => number;
}

/** Counts what a search would have to score, whether it is remembered from another one or not. */
function countingScorer<BackEnd extends string>(inner: Scorer<BackEnd>): CountingScorer<BackEnd> {
  const asked = new Set<string>();
  return {
    backEnd: inner.backEnd,
    model: inner.model,
    contexts: () => asked.size,
    score: (request, options) => {
      asked.add(keyOf(inner.model, request.prompt, request.completion));
      return inner.score(request, options);
    },
  };
}
