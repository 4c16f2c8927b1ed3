import type { Label, LabelSpace } from './label.ts';

/**
 * The lattice of joins of the labels present in a context, lowest first: each join comes after all
 * that flow to it, and the first is `bottom`, the join of none (permissive propagation 3.2).
 * Finite whatever the dimensions are, but up to 2^n for n labels: `undefined` past `max` joins.
 */
export function joinsOf(
  space: LabelSpace,
  labels: Iterable<Label>,
  { max }: { readonly max: number },
): readonly Label[] | undefined {
  const joins = new Set([space.bottom]);
  for (const label of new Set(labels)) {
    // Joins added on the way are at or above this label already, so the walk ends.
    for (const lower of joins) joins.add(space.join(lower, label));
    if (joins.size > max) return undefined;
  }
  return lowestFirst(space, [...joins]);
}

/** How many joins flow to a join grows strictly along the order, so sorting by it is enough. */
function lowestFirst(space: LabelSpace, joins: readonly Label[]): readonly Label[] {
  const below = (label: Label): number =>
    joins.filter((other) => space.flowsTo(other, label)).length;
  return joins
    .map((label) => ({ label, rank: below(label) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ label }) => label);
}
