import type { LlamaContextSequence, Token } from 'node-llama-cpp';
import { describe, expect, test } from 'vitest';
import { answered, asking, readingOf } from './token-probability.ts';
import { asTokens } from './tokens.ts';

const [token = 0 as Token, next = 0 as Token] = asTokens([3, 4]);

describe('what a peer answers', () => {
  test.each<[string, unknown, number]>([
    [
      'the token is the largest',
      { logits: new Map([[4, 2]]), totalLogitWeight: 4 },
      Math.log(1 / 4),
    ],
    [
      'another is larger',
      {
        logits: new Map([
          [4, 1],
          [9, 3],
        ]),
        totalLogitWeight: 2,
      },
      -2 - Math.log(2),
    ],
  ])('in single logits: %s', (_, output, expected) => {
    expect(answered({ next: output }, next, 'logits')).toBeCloseTo(expected, 12);
  });

  test.each([
    [0.25, Math.log(0.25)],
    [0, Math.log(2 ** -149)],
  ])('in probabilities: %d', (probability, expected) => {
    const output = { next: { probabilities: new Map([[4, probability]]) } };
    expect(answered(output, next, 'probabilities')).toBe(expected);
  });

  test.each([
    undefined,
    {},
    { next: {} },
    { next: { logits: new Map([[4, 1]]) } },
    { next: { logits: new Map(), totalLogitWeight: 1 } },
    { next: { probabilities: new Map() } },
    { next: { probabilities: new Map([[4, '1']]) } },
  ])('is nothing where it is %o', (output) => {
    expect(answered(output, next, 'logits')).toBeUndefined();
    expect(answered(output, next, 'probabilities')).toBeUndefined();
  });
});

test.each([
  ['logits', { next: { logits: new Map([[3, 1]]), totalLogitWeight: 1 } }],
  ['probabilities', undefined],
] as const)('a peer that knows %s is asked so, and forgets the trial', async (reading, output) => {
  let cleared = false;
  const sequence = {
    controlledEvaluate: () => Promise.resolve([output]),
    clearHistory: () => {
      cleared = true;
      return Promise.resolve();
    },
  };
  expect(await readingOf(sequence as unknown as LlamaContextSequence, token)).toBe(reading);
  expect(cleared).toBe(true);
  expect(asking(token, next, reading)).toMatchObject([3, { generateNext: {} }]);
});
