import { fullLabel, type Prompt } from '@sluice/local';
import type { LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';
import { contextOf, type Form } from '../prompt/prompts.ts';

/** The contexts of a question from the full one down, where its labels are totally ordered. */
export function descendingContexts(
  form: Form,
  lattice: LabelLattice,
  question: LabelQuestion,
): readonly Prompt[] {
  const context = contextOf(form, lattice, question);
  const { space } = lattice;
  const labels = [...new Set([fullLabel(context), ...context.labels, space.bottom])];
  const below = labels.toSorted((a, b) => (space.flowsTo(a, b) ? 1 : -1));
  return below.map((label) => context.promptAt(label));
}
