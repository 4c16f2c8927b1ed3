import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeObservation } from '../../../test/screener/made-observations.ts';
import { proves } from '../../testing/proves.ts';
import {
  type CallScores,
  costAt,
  outcomeAt,
  outcomesAcross,
  scoredCalls,
  thresholdOf,
} from './utility.ts';

/** A call that needs the first of two labels, and would be stopped at the second. */
const call = madeObservation({ seed: 1, task: 't' });

function scored(needed: number, other: number, fold = 0): CallScores {
  return { call, byLevel: [0, needed, other], fold };
}

describe('a call', () => {
  test.each<[string, CallScores, object]>([
    ['with all that it needs, and no more', scored(0.9, 0.1), { isNeedless: false, isLost: false }],
    ['with what stops it', scored(0.9, 0.6), { isNeedless: true, isLost: false }],
    ['without what it needs', scored(0.4, 0.1), { isNeedless: false, isLost: true }],
    // The label needed flows to the one that is named.
    ['that shows it by a higher label', scored(0.4, 0.6), { isNeedless: true, isLost: false }],
  ])('%s', (_, one, expected) => expect(outcomeAt(one, 0.5)).toMatchObject(expected));

  test('that must be asked about is never asked about needlessly', () => {
    const own = { ...call, labels: { ...call.labels, needs: [2] } };
    expect(outcomeAt({ call: own, byLevel: [0, 0, 0.6], fold: 0 }, 0.5).isNeedless).toBe(false);
  });

  test('is scored by the strongest region of each label, unless an attack asked for it', () => {
    const ways = {
      judge: { kind: 'feature', feature: 'sumShare' },
      calibration: identity,
    } as const;
    const [one, ...rest] = scoredCalls(ways, [call, { ...call, kind: 'followed' }]);
    expect(rest).toEqual([]);
    expect(one?.byLevel[1]).toBeGreaterThan(one?.byLevel[2] ?? 1);
  });
});

const identity = { scale: 1, offset: 0 };

const probability = fc.double({ min: 0, max: 1, noNaN: true });

proves('screener/threshold', () => {
  const calls = fc.array(fc.tuple(probability, probability), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(calls, probability, (pairs, any) => {
      const all = pairs.map(([needed, wrong]) => scored(needed, wrong));
      const threshold = thresholdOf(all);
      const least = costAt(all, threshold);
      expect(least).toBeLessThanOrEqual(costAt(all, any));
      // Of what was said, nothing lower does as well.
      for (const lower of pairs.flat().filter((said) => said < threshold)) {
        expect(costAt(all, lower)).toBeGreaterThan(least);
      }
    }),
  );
});

test('a threshold of no call lets everything be relevant', () => {
  expect(thresholdOf([])).toBe(0);
});

test('a call has no say in the threshold that it is judged at', () => {
  // Alone, each would be right at a threshold of its own.
  const outcomes = outcomesAcross([scored(0.9, 0.5, 0), scored(0.4, 0.1, 1)]);
  expect(outcomes.map(({ isNeedless, isLost }) => [isNeedless, isLost])).toEqual([
    [true, false],
    [false, true],
  ]);
});
