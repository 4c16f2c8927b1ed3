import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Scored } from '../../port/scorer.ts';
import { utilities, utilityByName } from './by-name.ts';
import { logProbabilityDrop, tokenDrop } from './log-probability.ts';
import { perplexityDrop, perplexityOf, relativePerplexityDrop } from './perplexity.ts';

/** A completion with these log-probabilities. */
function scored(logProbabilities: readonly number[], completionTokens = logProbabilities.length) {
  const evaluated = { template: 0, document: 0, question: 0, completion: completionTokens };
  const tokens = evaluated;
  return { backEnd: 'fake', logProbabilities, completionTokens, tokens, evaluated } as const;
}

const full = scored([Math.log(0.5), Math.log(0.5)]);
const part = scored([Math.log(0.5), Math.log(0.125)]);

test('perplexity is that of permissive propagation eq. 2', () => {
  expect(perplexityOf(full)).toBeCloseTo(2);
  // (1/2 * 1/8)^(-1/2)
  expect(perplexityOf(part)).toBeCloseTo(4);
});

test.each([
  ['the difference of perplexities', perplexityDrop, 4 - 2],
  ['their ratio, less one', relativePerplexityDrop, 4 / 2 - 1],
  ['the drop of the summed log-probability', logProbabilityDrop, Math.log(4)],
  ['the largest drop of a token', tokenDrop, Math.log(4)],
])('%s', (_, utility, expected) => {
  expect(utility.loss(full, part)).toBeCloseTo(expected);
  expect(utility.loss(full, full)).toBeCloseTo(0);
  expect(utility.loss(part, full)).toBeLessThanOrEqual(0);
});

describe.each(utilities)('$name', (utility) => {
  const logProbability = fc.oneof(
    fc.double({ min: -20, max: 0, noNaN: true }),
    // A value that rounding can give.
    fc.constantFrom(0, 1e-7, -0),
  );
  const pair = fc.integer({ min: 1, max: 8 }).chain((length) => {
    const row = fc.array(logProbability, { minLength: length, maxLength: length });
    return fc.tuple(row, row);
  });

  test('stops only where the loss is above lambda in the end', () => {
    fc.assert(
      fc.property(pair, fc.double({ min: 0, max: 5, noNaN: true }), ([a, b], lambda) => {
        for (let tokens = 1; tokens <= b.length; tokens += 1) {
          if (!utility.exceeds(scored(a), b.slice(0, tokens), lambda)) continue;
          expect(utility.loss(scored(a), scored(b))).toBeGreaterThan(lambda);
        }
      }),
    );
  });

  test('says of all tokens what the loss says', () => {
    fc.assert(
      fc.property(pair, fc.double({ min: 0, max: 5, noNaN: true }), ([a, b], lambda) => {
        const loss = utility.loss(scored(a), scored(b));
        expect(utility.exceeds(scored(a), b, lambda)).toBe(loss > lambda);
      }),
    );
  });

  test('stops at all where a completion becomes improbable', () => {
    const likely = scored([-0.1, -0.1, -0.1, -0.1]);
    expect(utility.exceeds(likely, [-0.1], 1)).toBe(false);
    expect(utility.exceeds(likely, [-0.1, -9], 1)).toBe(true);
  });

  test.each<[string, Scored<string>, Scored<string>]>([
    ['a log-probability that is no number', full, scored([-1, Number.NaN])],
    ['one under the full context', scored([Number.NaN, -1]), part],
    ['nothing scored', scored([]), scored([])],
    ['an impossible token in both', scored([-Infinity]), scored([-Infinity])],
  ])('%s is an infinite loss', (_, a, b) => {
    expect(utility.loss(a, b)).toBe(Number.POSITIVE_INFINITY);
  });

  test('is had by its name', () => {
    expect(utilityByName(utility.name)).toBe(utility);
  });
});

test('an unknown name is told which there are', () => {
  expect(() => utilityByName('bleu')).toThrow(
    expect.objectContaining({
      code: 'propagator-invalid',
      problem: 'there is no utility `bleu`',
      hint: 'name one of `perplexity`, `relative-perplexity`, `log-probability`, `token`',
    }),
  );
});
