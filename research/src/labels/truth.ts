import { joinAll, type Label } from '@sluice/core';
import { minimalOnly } from '@sluice/local';
import type { LabelQuestion } from './dataset.ts';
import type { LabelLattice } from './lattices.ts';

/** The right answer: the minimal labels under which some answer set is whole. */
export function trueLabels(
  { space, labelOf }: LabelLattice,
  { documents, answerSets }: LabelQuestion,
): readonly Label[] {
  const labels = new Map(documents.map((document) => [document.id, labelOf(document)]));
  const full = joinAll(space, [...labels.values()]);
  const joins = answerSets.map((set) => {
    // A document that was not retrieved stands for the whole context: its set is no way to less.
    return joinAll(
      space,
      set.map((id) => labels.get(id) ?? full),
    );
  });
  return minimalOnly(space, joins);
}
