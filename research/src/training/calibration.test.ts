import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import {
  calibrate,
  probabilityOf,
  type Judged,
} from '../../../packages/local/src/screener/calibration/platt.ts';
import { calibrationError, reliability } from './reliability.ts';

/** Regions whose truth follows `sigmoid(scale * logit + offset)`. */
function drawn(count: number, { scale, offset }: { scale: number; offset: number }): Judged[] {
  const random = xoroshiro128plus(5);
  return Array.from({ length: count }, () => {
    const logit = uniformFloat64(random) * 8 - 4;
    const probability = probabilityOf(logit, { scale, offset });
    return { logit, isDependent: uniformFloat64(random) < probability };
  });
}

describe('calibration', () => {
  test('finds the scale and offset that the truth was drawn with', () => {
    const { scale, offset } = calibrate(drawn(20_000, { scale: 0.6, offset: -1.5 }));
    expect(scale).toBeCloseTo(0.6, 1);
    expect(offset).toBeCloseTo(-1.5, 1);
  });

  test('makes probabilities come true', () => {
    const judged = drawn(5_000, { scale: 0.5, offset: -2 });
    const errorOf = (calibration: { scale: number; offset: number }): number =>
      calibrationError(
        reliability(
          judged.map(({ logit, isDependent }) => {
            return { probability: probabilityOf(logit, calibration), isDependent };
          }),
          10,
        ),
      );
    expect(errorOf({ scale: 1, offset: 0 })).toBeGreaterThan(0.2);
    expect(errorOf(calibrate(judged))).toBeLessThan(0.02);
  });

  test('stays finite where the classes part cleanly', () => {
    const judged = [-3, -2, 2, 3].map((logit) => ({ logit, isDependent: logit > 0 }));
    const { scale, offset } = calibrate(judged);
    expect(Number.isFinite(scale) && Number.isFinite(offset)).toBe(true);
    expect(probabilityOf(3, { scale, offset })).toBeGreaterThan(0.6);
  });

  test.each([[[]], [[{ logit: 1, isDependent: true }]], [[{ logit: 1, isDependent: false }]]])(
    'leaves probabilities as they are without both classes: %j',
    (judged) => expect(calibrate(judged)).toEqual({ scale: 1, offset: 0 }),
  );
});

describe('reliability', () => {
  test('counts what came true, bin by bin', () => {
    const forecasts = [
      { probability: 0.05, isDependent: false },
      { probability: 0.07, isDependent: true },
      { probability: 0.95, isDependent: true },
      { probability: 1, isDependent: true },
    ];
    const curve = reliability(forecasts, 10);
    expect(curve.map(({ from, count, share }) => [from, count, share])).toEqual([
      [0, 2, 0.5],
      [0.9, 2, 1],
    ]);
    expect(calibrationError(curve)).toBeCloseTo((2 * 0.44 + 2 * 0.025) / 4, 12);
  });

  test('is empty of nothing', () => {
    expect(reliability([], 10)).toEqual([]);
    expect(calibrationError([])).toBe(0);
  });
});
