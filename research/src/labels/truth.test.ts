import { expect, test } from 'vitest';
import type { LabelQuestion } from './dataset.ts';
import { powersetOfDocuments, product, twoLevel, type LabelLattice } from './lattices.ts';
import { trueLabels } from './truth.ts';

const question: LabelQuestion = {
  id: 'q',
  question: 'who?',
  target: 'Ann.',
  improvable: true,
  documents: [
    { id: 'a', text: 'a', integrity: 'trusted', age: 'last-month' },
    { id: 'b', text: 'b', integrity: 'untrusted', age: 'today' },
    { id: 'c', text: 'c', integrity: 'trusted', age: 'last-week' },
  ],
  answerSets: [['a', 'c'], ['b']],
};

const cases: readonly (readonly [string, LabelLattice, LabelQuestion, readonly string[]])[] = [
  ['two levels', twoLevel(), question, ['trusted']],
  ['2x3', product(), question, ['trusted & last-month', 'untrusted & today']],
  ['powerset', powersetOfDocuments(), question, ['documents{a, c}', 'documents{b}']],
  [
    'one way is below the other',
    product(),
    { ...question, answerSets: [['a'], ['c']] },
    ['trusted & last-week'],
  ],
  [
    'what was not retrieved is no way to a better label',
    twoLevel(),
    { ...question, answerSets: [['elsewhere'], ['b']] },
    ['untrusted'],
  ],
  [
    'nothing that suffices was retrieved',
    product(),
    { ...question, documents: question.documents.slice(0, 1), answerSets: [['elsewhere', 'b']] },
    ['trusted & last-month'],
  ],
];

test.each(cases)('%s', (...[, lattice, asked, texts]) => {
  expect(trueLabels(lattice, asked).map(({ text }) => text)).toEqual(texts);
});
