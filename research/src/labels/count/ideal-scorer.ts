import type { Scorer } from '@sluice/local';
import type { LabelQuestion } from '../dataset.ts';
import type { Form } from '../prompt/prompts.ts';

/** Nats that are lost where nothing of an answer set is there. */
const lostMost = 12;

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
