import { joinAll, type Label, type LabelSpace, type RegionEntry } from '@sluice/core';
import type { KnownSource } from './known-call.ts';

/**
 * The least labels from a floor on at which the view shows one group of each source: a choice
 * among alternatives may leave several that do not flow to each other.
 */
export function leastLabels(
  space: LabelSpace,
  { floor, sources, regions }: LeastLabelsInput,
): readonly Label[] {
  const labels = new Map(regions.map(({ id, label }) => [id, label]));
  let found: readonly Label[] = [floor];
  for (const { alternatives } of sources) {
    const own = alternatives.map((ids) =>
      joinAll(
        space,
        [...ids].map((id) => labels.get(id) ?? space.top),
      ),
    );
    found = minimal(
      space,
      found.flatMap((label) => own.map((each) => space.join(label, each))),
    );
  }
  return found;
}

export interface LeastLabelsInput {
  readonly floor: Label;
  readonly sources: readonly KnownSource[];
  readonly regions: readonly Pick<RegionEntry, 'id' | 'label'>[];
}

/** Those that no other one of them flows to, each once. */
function minimal(space: LabelSpace, labels: readonly Label[]): readonly Label[] {
  const each = [...new Set(labels)];
  return each.filter((label) =>
    each.every((other) => other === label || !space.flowsTo(other, label)),
  );
}
