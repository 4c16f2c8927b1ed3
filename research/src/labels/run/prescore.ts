import { fullLabel, type Prompt, type Scorer } from '@sluice/local';
import type { LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';
import { contextOf, type Form } from '../prompt/prompts.ts';
import type { LabelTask, QuestionGroup } from './tasks.ts';

export interface PrescoreOptions {
  readonly task: LabelTask;
  readonly lattice: LabelLattice;
  /** One that remembers. */
  readonly scorer: Scorer;
  readonly completionOf: (question: LabelQuestion) => Promise<string>;
  readonly signal: AbortSignal;
}

/**
 * Scores what a search on a total order will ask about, all questions of a group under one context
 * before the next: the documents of a group are then read once, not once a question.
 */
export async function prescore(group: QuestionGroup, options: PrescoreOptions): Promise<void> {
  const { task, lattice, scorer, completionOf, signal } = options;
  const contexts = group.questions.map((question) => {
    return { question, prompts: descendingContexts(task.form, lattice, question).toReversed() };
  });
  const levels = Math.max(...contexts.map(({ prompts }) => prompts.length));
  for (let level = 0; level < levels; level += 1) {
    for (const { question, prompts } of contexts) {
      const prompt = prompts[level];
      const completion = await completionOf(question);
      if (prompt !== undefined && completion !== '')
        await scorer.score({ prompt, completion }, { signal });
    }
  }
}

/** The contexts of a question from the full one down, where its labels are totally ordered. */
function descendingContexts(
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
