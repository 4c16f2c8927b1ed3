import type { LabelQuestion } from '../dataset.ts';
import { minimalCovers } from './key-value.ts';

/**
 * The question with what the model's own answer needs: the documents in which the values that it
 * states stand, right or wrong. A value that stands nowhere needs none; an answer without values
 * needs nothing. A value tells its fact, for each is drawn from 9,000.
 */
export function answeredQuestion(question: LabelQuestion, answer: string): LabelQuestion {
  const tellings = question.documents.map(({ id, text }) => ({ id, facts: valuesIn(text) }));
  const told = new Set(tellings.flatMap(({ facts }) => facts));
  const needs = valuesIn(answer).filter((value) => told.has(value));
  return { ...question, answerSets: minimalCovers(tellings, needs) };
}

/** Each once. */
function valuesIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b\d{4}\b/g))];
}
