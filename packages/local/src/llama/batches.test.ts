import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchesOf, evaluationStart, type BatchPlan } from './batches.ts';
import { llamaLimits } from './llama-limits.ts';

const plan = fc
  .tuple(fc.nat(900), fc.nat(900), fc.integer({ min: 1, max: 900 }), fc.boolean())
  .map(([shared, further, completion, mayStop]): BatchPlan => {
    const asked = shared + further;
    const end = asked + completion;
    return { from: evaluationStart(shared, end), asked, end, mayStop };
  });

test('batches cover all tokens once, none is of one token, and none is too long', () => {
  fc.assert(
    fc.property(plan, (each) => {
      const batches = batchesOf(each);
      expect(batches.map(({ start }) => start)).toEqual([
        each.from,
        ...batches.slice(0, -1).map(({ end }) => end),
      ]);
      expect(batches.at(-1)?.end).toBe(each.end);
      const sizes = batches.map(({ start, end }) => end - start);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(llamaLimits.chunkTokensMax + 2);
      // One token is all there is: then a kept prefix and a fresh one do not differ.
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.min(2, each.end));
    }),
  );
});

test('before a stop may be asked for, little of the completion is evaluated', () => {
  const ends = batchesOf({ from: 0, asked: 9, end: 60, mayStop: true }).map(({ end }) => end);
  expect(ends).toEqual([9, 11, 15, 23, 31, 39, 47, 55, 60]);
});

test('where nothing can stop it, the completion is one batch', () => {
  const ends = batchesOf({ from: 0, asked: 9, end: 60, mayStop: false }).map(({ end }) => end);
  expect(ends).toEqual([9, 60]);
});

test('there may be nothing to evaluate', () => {
  expect(batchesOf({ from: 5, asked: 5, end: 5, mayStop: false })).toEqual([]);
});
