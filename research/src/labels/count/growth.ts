import { median } from 'simple-statistics';
import type { LabelQuestion } from '../dataset.ts';
import { minimalLabelsFinder } from '../find/minimal-labels.ts';
import type { Setting } from '../find/setting.ts';
import { powersetOfDocuments } from '../lattices.ts';
import { contextOf, type Form } from '../prompt/prompts.ts';
import { algorithmOneContexts } from './algorithm-one.ts';
import { idealScorer } from './ideal-scorer.ts';

/** Medians over questions, for contexts of so many documents, on a model that is never wrong. */
export interface Growth {
  readonly documents: number;
  readonly questions: number;
  readonly algorithmOne: number;
  readonly ours: number;
}

/** The sizes of context that are counted. */
const sizes = { from: 4, to: 14 } as const;

/** How what is scored grows with the context, for algorithm 1 and for a setting of ours. */
export async function growthOf(
  questions: readonly LabelQuestion[],
  { form, setting, signal }: { form: Form; setting: Setting; signal: AbortSignal },
): Promise<readonly Growth[]> {
  const lattice = powersetOfDocuments();
  const growth: Growth[] = [];
  for (let documents = sizes.from; documents <= sizes.to; documents += 1) {
    const small = questions.flatMap((question) => shortened(question, documents) ?? []);
    const ours: number[] = [];
    for (const question of small) {
      const scorer = idealScorer(form, question);
      const context = contextOf(form, lattice, question);
      const finder = minimalLabelsFinder(scorer, setting);
      const completion = question.target;
      ours.push((await finder({ question, lattice, context, completion, signal })).contexts);
    }
    if (small.length === 0) continue;
    const algorithmOne = median(small.map((question) => algorithmOneContexts(numbered(question))));
    growth.push({ documents, questions: small.length, algorithmOne, ours: median(ours) });
  }
  return growth;
}

/** The question with the documents of its answers and as many others as there is place for. */
function shortened(question: LabelQuestion, count: number): LabelQuestion | undefined {
  const needed = new Set(question.answerSets.flat());
  if (needed.size > count || question.documents.length < count) return undefined;
  let place = count - needed.size;
  const documents = question.documents.filter(({ id }) => {
    if (needed.has(id)) return true;
    place -= 1;
    return place >= 0;
  });
  return { ...question, documents };
}

function numbered({ documents, answerSets }: LabelQuestion): {
  readonly documents: number;
  readonly answerSets: readonly (readonly number[])[];
} {
  const ids = documents.map(({ id }) => id);
  return {
    documents: ids.length,
    answerSets: answerSets.map((set) => set.map((id) => ids.indexOf(id))),
  };
}
