import {
  regionsOf,
  type draftAllowed,
  type Label,
  type ModelReply,
  type PropagatorInput,
} from '@sluice/core';

/** Everything that an application may look at when it chooses among minimal labels. */
export type ChooseInput = PropagatorInput & { readonly draft: ModelReply };

/** True if a label is low enough for what was drafted: see core's `draftAllowed`. */
export type Accept = ReturnType<typeof draftAllowed>;

/** Chooses one of several minimal labels, of which none flows to another. All of them are safe. */
export type Choose = (labels: readonly Label[], input: ChooseInput) => Label | undefined;

/**
 * The default choice (docs/propagators.md): labels at which what was drafted is allowed; of these
 * the one that hides the fewest regions; then by the order of the policy, that is, lowest in the
 * dimension that the policy names first. `undefined` only where there is no label.
 */
export function allowedThenFewestHidden(accept: Accept): Choose {
  return (labels, input) => {
    const { space, history } = input;
    const regions = regionsOf(history);
    const hidden = (label: Label): number =>
      regions.filter((region) => !space.flowsTo(region.label, label)).length;
    const ranked = labels.map((label) => ({
      label,
      ranks: [accept(label, input) ? 0 : 1, hidden(label), ...policyRanks(input, label, labels)],
    }));
    return ranked.toSorted((a, b) => compare(a, b))[0]?.label;
  };
}

/** For each dimension in the policy's order, how many of the labels are below in it. */
function policyRanks(
  { space }: ChooseInput,
  label: Label,
  labels: readonly Label[],
): readonly number[] {
  return Object.entries(space.dimensions).map(([name, { flowsTo }]) => {
    const own = label.values[name];
    const others = labels.map(({ values }) => values[name]);
    return others.filter((other) => flowsTo(other, own) && !flowsTo(own, other)).length;
  });
}

interface Ranked {
  readonly label: Label;
  readonly ranks: readonly number[];
}

/** The text decides last, so that the order in which labels were found never does. */
function compare(a: Ranked, b: Ranked): number {
  for (const [at, rank] of a.ranks.entries()) {
    const difference = rank - (b.ranks[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.label.text < b.label.text ? -1 : 1;
}
