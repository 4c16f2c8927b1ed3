import { SluiceError } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  knnProbabilities,
  mixedLogProbability,
  requireMixture,
  type Neighbours,
} from './mixture.ts';

interface Entry {
  readonly distance: number;
  readonly token: number;
}

function neighbours(entries: readonly Entry[]): Neighbours {
  return {
    distances: Float64Array.from(entries.map(({ distance }) => distance)),
    tokens: Int32Array.from(entries.map(({ token }) => token)),
    squaredLength: 4,
  };
}

const settings = { k: 3, temperature: 2, gamma: 0.5 };
const entry = fc.record({
  distance: fc.double({ min: 0, max: 1e6, noNaN: true }),
  token: fc.nat(5),
});
const entries = fc.array(entry, { maxLength: 12 });
const settingsOf = fc.record({
  k: fc.integer({ min: 1, max: 14 }),
  temperature: fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  gamma: fc.double({ min: 0, max: 1, noNaN: true }),
});

/** Straight from Khandelwal et al.: sort, take k, a softmax of negative distances. */
function reference(
  all: readonly Entry[],
  { k, temperature }: typeof settings,
): Map<number, number> {
  const sorted = all.toSorted((a, b) => a.distance - b.distance);
  const bound = sorted[Math.min(k, sorted.length) - 1]?.distance ?? 0;
  const near = sorted.filter(({ distance }) => distance <= bound);
  const least = near[0]?.distance ?? 0;
  const votes = near.map(({ distance }) => Math.exp((least - distance) / (4 * temperature)));
  const total = votes.reduce((sum, vote) => sum + vote, 0);
  const shares = new Map<number, number>();
  for (const [at, { token }] of near.entries()) {
    shares.set(token, (shares.get(token) ?? 0) + (votes[at] ?? 0) / total);
  }
  return shares;
}

test('p_kNN is the softmax over the k nearest', () => {
  fc.assert(
    fc.property(entries, settingsOf, (all, some) => {
      const found = knnProbabilities(neighbours(all), some);
      const expected = reference(all, some);
      expect(new Set(found.keys())).toEqual(new Set(expected.keys()));
      for (const [token, share] of found) expect(share).toBeCloseTo(expected.get(token) ?? -1, 9);
    }),
  );
});

test('the mixture is a distribution over all tokens', () => {
  const weights = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
    minLength: 6,
    maxLength: 6,
  });
  fc.assert(
    fc.property(entries, settingsOf, weights, (all, some, own) => {
      const shares = knnProbabilities(neighbours(all), some);
      const total = own.reduce((sum, each) => sum + each, 0);
      const probabilities = own.map((weight, token) => {
        const knn = shares.size === 0 ? undefined : (shares.get(token) ?? 0);
        return Math.exp(mixedLogProbability({ knn, model: Math.log(weight / total) }, some));
      });
      expect(probabilities.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 9);
    }),
  );
});

test('no order of documents changes the mixture', () => {
  fc.assert(
    fc.property(entries, settingsOf, (all, some) => {
      const forwards = knnProbabilities(neighbours(all), some);
      const backwards = knnProbabilities(neighbours(all.toReversed()), some);
      for (const [token, share] of forwards) {
        expect(backwards.get(token) ?? -1).toBeCloseTo(share, 9);
      }
    }),
  );
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('a distance of %d fails it', (distance) => {
  const all = [{ distance, token: 1 }];
  expect(() => knnProbabilities(neighbours(all), settings)).toThrow('not finite');
  const one = [...all, { distance: 1, token: 2 }];
  expect(() => knnProbabilities(neighbours(one), settings)).toThrow('not finite');
  const right = neighbours([{ distance: 1, token: 2 }]);
  const wrong = { ...right, squaredLength: distance };
  expect(() => knnProbabilities(wrong, settings)).toThrow('not finite');
});

describe('no entry says nothing, and', () => {
  test('has no shares', () => {
    expect(knnProbabilities(neighbours([]), settings).size).toBe(0);
  });

  test('leaves the language model alone', () => {
    expect(mixedLogProbability({ knn: undefined, model: -3 }, settings)).toBe(-3);
  });

  test('is not the same as a token that no entry names', () => {
    expect(mixedLogProbability({ knn: 0, model: 0 }, settings)).toBeCloseTo(Math.log(0.5));
  });
});

test.each([
  { ...settings, k: 0 },
  { ...settings, k: 1.5 },
  { ...settings, temperature: 0 },
  { ...settings, temperature: Number.NaN },
  { ...settings, temperature: Number.POSITIVE_INFINITY },
  { ...settings, gamma: -0.1 },
  { ...settings, gamma: 1.1 },
  { ...settings, gamma: Number.NaN },
])('%j is refused', (wrong) => {
  expect(() => requireMixture(wrong)).toThrow(SluiceError);
});
