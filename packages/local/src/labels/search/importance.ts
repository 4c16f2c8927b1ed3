import type { Label } from '@sluice/core';
import type { Generators } from './generators.ts';
import type { LabelSearch } from './search.ts';

/**
 * How much a label's documents are likely to matter, the larger the more: it orders what is taken
 * away first, and changes costs alone. `losses` are those of the search.
 */
export type Importance = (label: Label, search: LabelSearch) => number | Promise<number>;

/** No guess: the later labels are taken away first. Costs nothing. */
export const noImportance: Importance = () => 0;

/**
 * Ranks by the loss with a label's documents alone, the less the more important: one short context
 * a label. A document that another one repeats stays important: left out, it would not.
 */
export const aloneImportance: Importance = async (label, { losses }) =>
  -(await losses.exact(label));

/** Fewer generators than this need no order: to find it would cost more than it saves. */
const orderedFrom = 5;

/**
 * The generators, most important first; one that flows to another comes before it, since it is
 * shown wherever the other one is.
 */
export async function byImportance(
  search: LabelSearch,
  { all }: Generators,
  importance: Importance,
): Promise<readonly Label[]> {
  if (all.length < orderedFrom) return all;
  const { space } = search;
  const own = new Map<Label, number>();
  for (const label of all) own.set(label, await importance(label, search));
  const reaching = (label: Label): number =>
    Math.max(...all.filter((each) => space.flowsTo(label, each)).map((each) => own.get(each) ?? 0));
  return all
    .map((label) => ({ label, reaches: reaching(label) }))
    .toSorted((a, b) => b.reaches - a.reaches || 0)
    .map(({ label }) => label);
}
