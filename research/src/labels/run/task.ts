import type { LabelledDocument, LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';
import type { Form } from '../prompt/prompts.ts';

export type DatasetName = 'kv' | 'news' | 'agent';

/** A data set as it is run. */
export interface LabelTask {
  readonly name: DatasetName;
  readonly form: Form;
  readonly lattices: readonly LabelLattice[];
  readonly groups: readonly QuestionGroup[];
  /** What a search for a question may find; none where the contexts come from a tool's search. */
  readonly corpus: readonly LabelledDocument[];
  /** Whether it is a slice, of which the costly rows take a smaller one yet. */
  readonly quick: boolean;
}

/** Questions over one context: what they share is read once, and they are never split. */
export interface QuestionGroup {
  readonly questions: readonly LabelQuestion[];
  /** Thresholds are chosen on one half and reported on the other. */
  readonly half: 0 | 1;
}
