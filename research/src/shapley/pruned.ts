import { fullLabel, generatorsOf, type Search } from '@sluice/local';
import { isSimilar } from '@sluice/local/inside';
import { exactLabelsMax, exactShapley } from './exact-shapley.ts';
import { sampledShapley, type SampleOptions } from './sampled-shapley.ts';

export interface PruneOptions extends SampleOptions {
  /** Combinations that hold a label with a smaller Shapley value are dropped. */
  readonly threshold: number;
}

/**
 * Drops combinations that hold a label of too small a Shapley value, which are lambda-similar only
 * because many irrelevant documents help a little (permissive propagation appendix A). They are
 * not searched in the first place: what is left are the joins of the other labels. Where these do
 * not suffice together, the full label is the answer. A value that is no number keeps its label.
 * Values are exact up to `exactLabelsMax` labels, and sampled above.
 */
export function pruned(inner: Search, { threshold, orders, seed }: PruneOptions): Search {
  return async (search) => {
    const input = { generators: generatorsOf(search), losses: search.losses };
    const contributions =
      input.generators.all.length <= exactLabelsMax
        ? await exactShapley(input)
        : await sampledShapley(input, { orders, seed });
    const labels = contributions
      .filter(({ value }) => !(value < threshold))
      .map(({ label }) => label);
    const left = { ...search, labels };
    const isEnough = await isSimilar(search, fullLabel(left));
    return isEnough ? inner(left) : [fullLabel(search)];
  };
}
