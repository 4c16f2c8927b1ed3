import type { Scorer } from '@sluice/local';
import { median } from 'simple-statistics';
import type { LabelQuestion } from '../dataset.ts';
import type { Setting } from '../find/grids.ts';
import { minimalLabelsFinder } from '../find/minimal-labels.ts';
import { powersetOfDocuments } from '../lattices.ts';
import { contextOf, type Form } from '../prompt/prompts.ts';

/** Medians over questions, for contexts of so many documents, on a model that is never wrong. */
export interface Growth {
  readonly documents: number;
  readonly questions: number;
  readonly algorithmOne: number;
  readonly ours: number;
}

/** Nats that are lost where nothing of an answer set is there. */
const lostMost = 12;

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
export function shortened(question: LabelQuestion, count: number): LabelQuestion | undefined {
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

/** Which of `documents` documents suffice together, in sets of their numbers. */
interface Sufficiency {
  readonly documents: number;
  readonly answerSets: readonly (readonly number[])[];
}

/**
 * How many contexts algorithm 1 of permissive propagation scores on the powerset of documents for a
 * model that is never wrong, each context once: the full one, and every one with a document less
 * than one that suffices. Computed, not scored: there are up to 2^documents.
 */
export function algorithmOneContexts({ documents, answerSets }: Sufficiency): number {
  const answers = answerSets.map((set) => set.reduce((mask, at) => mask + 2 ** at, 0));
  const suffices = (mask: number): boolean =>
    // Bits alone: at most 2^30 contexts are counted.
    answers.some((answer) => (mask & answer) === answer);
  let scored = 1;
  for (let mask = 0; mask < 2 ** documents - 1; mask += 1) {
    if (isBelow(mask, { documents, suffices })) scored += 1;
  }
  return scored;
}

interface Below {
  readonly documents: number;
  readonly suffices: (mask: number) => boolean;
}

/** True if it is a child of a context that suffices, which is when it is looked at. */
function isBelow(mask: number, { documents, suffices }: Below): boolean {
  for (let at = 0; at < documents; at += 1) {
    if ((mask & (1 << at)) === 0 && suffices(mask | (1 << at))) return true;
  }
  return false;
}

/**
 * A model that is never wrong: a completion loses what share of the best answer set is missing, and
 * nothing else matters to it. For counting what a search would score.
 */
export function idealScorer(form: Form, { documents, answerSets }: LabelQuestion): Scorer {
  const idOf = new Map(documents.map(({ id, text }) => [form.line(text), id]));
  return {
    backEnd: 'ideal',
    model: 'ideal',
    score: ({ prompt }) => {
      const shown = new Set(prompt.parts.map(({ text }) => idOf.get(text)));
      const held = answerSets.map((set) => set.filter((id) => shown.has(id)).length / set.length);
      const missing = 1 - Math.max(...held);
      return Promise.resolve({
        backEnd: 'ideal',
        logProbabilities: [-lostMost * missing],
        completionTokens: 1,
        tokens: { template: 0, document: 0, question: 0, completion: 1 },
        evaluated: { template: 0, document: 0, question: 0, completion: 0 },
      });
    },
  };
}
