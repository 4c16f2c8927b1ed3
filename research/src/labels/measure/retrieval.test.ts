import { expect, test } from 'vitest';
import type { LabelQuestion } from '../dataset.ts';
import { retrievalOf } from './retrieval.ts';

function question(found: string, ...answerSets: readonly string[]): LabelQuestion {
  const documents = Array.from(found, (id) => ({ id, text: id, integrity: 'trusted' as const }));
  const sets = answerSets.map((set) => Array.from(set));
  return { id: 'q', question: '?', target: '.', improvable: false, documents, answerSets: sets };
}

test.each([
  ['all that is needed', [question('abxy', 'ab')], 1, 1],
  ['a half', [question('axyz', 'ab')], 0.5, 0],
  ['nothing', [question('wxyz', 'ab', 'c')], 0, 0],
  ['one of two ways', [question('acxy', 'ab', 'c')], 1, 1],
  ['a part of each of two ways', [question('adxy', 'ab', 'cde')], 0.5, 0],
  ['two questions', [question('abxy', 'ab'), question('axyz', 'ab')], 0.75, 0.5],
])('%s', (...[, questions, recall, whole]) => {
  expect(retrievalOf(questions)).toEqual({ questions: questions.length, k: 4, recall, whole });
});

test('of no questions nothing is known', () => {
  expect(retrievalOf([])).toEqual({ questions: 0, k: 0, recall: undefined, whole: undefined });
});
