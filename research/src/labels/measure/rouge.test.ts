import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rougeL } from '../run/alignment.ts';

// The examples of Lin (2004), section 3.1, with its F-score for beta = 1.
test.each([
  ['police kill the gunman', 'police killed the gunman', 3 / 4],
  ['the gunman kill police', 'police killed the gunman', 2 / 4],
  ['The ferry leaves at 18:40.', 'the ferry leaves at 18 40', 1],
  ['', 'police killed the gunman', 0],
  ['', '', 0],
])('%s', (said, target, score) => {
  expect(rougeL(said, target)).toBeCloseTo(score, 10);
});

const sentence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 });

test('is symmetric, at most 1, and 1 of a text and itself', () => {
  fc.assert(
    fc.property(sentence, sentence, (left, right) => {
      const [a, b] = [left.join(' '), right.join(' ')];
      expect(rougeL(a, b)).toBe(rougeL(b, a));
      expect(rougeL(a, b)).toBeLessThanOrEqual(1);
      expect(rougeL(a, a)).toBe(1);
    }),
  );
});
