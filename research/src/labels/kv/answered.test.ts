import { expect, test } from 'vitest';
import type { LabelQuestion } from '../dataset.ts';
import { answeredQuestion } from './answered.ts';
import { keyValueQuestions } from './key-value.ts';

const question: LabelQuestion = {
  id: 'q',
  documents: [
    { id: 'a', text: 'The badge of Anna is 1111.', integrity: 'trusted' },
    { id: 'b', text: 'The desk of Anna is 2222.', integrity: 'untrusted' },
    {
      id: 'c',
      text: 'The badge of Anna is 1111, and the desk of Anna is 2222.',
      integrity: 'trusted',
    },
    { id: 'd', text: 'The desk of Boris is 3333.', integrity: 'untrusted' },
  ],
  question: 'What is the desk of Anna?',
  target: 'The desk of Anna is 2222.',
  answerSets: [['b'], ['c']],
  improvable: true,
};

test.each([
  ['The desk of Anna is 2222.', [['b'], ['c']]],
  ['The desk of Anna is 3333.', [['d']]],
  [
    '1111 and 3333 and 1111',
    [
      ['a', 'd'],
      ['c', 'd'],
    ],
  ],
  ['9999', [[]]],
  ['I do not know.', [[]]],
])('%s', (answer, sets) => {
  expect(answeredQuestion(question, answer).answerSets).toEqual(sets);
});

test('the target as an answer needs what the target needs', () => {
  for (const each of keyValueQuestions(2)) {
    const sets = answeredQuestion(each, each.target).answerSets.map((set) => set.toSorted());
    expect(new Set(sets.map(String))).toEqual(
      new Set(each.answerSets.map((set) => String(set.toSorted()))),
    );
  }
});
