import fc from 'fast-check';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { hoeffdingObservations, hoeffdingRadius, wilson } from './interval.ts';

describe('wilson', () => {
  // Newcombe (1998), table I, method 3; 8 of 10 is a common textbook example.
  test.each([
    [8, 10, 0.4902, 0.9433],
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [29, 29, 0.883, 1],
  ])('%i of %i', (...[count, of, low, high]) => {
    expect(wilson(count, of).low).toBeCloseTo(low, 4);
    expect(wilson(count, of).high).toBeCloseTo(high, 4);
  });

  test('of no cases, everything is possible', () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });

  test.each([
    [-1, 3],
    [4, 3],
    [0.5, 3],
    [Number.NaN, 3],
  ])('%d of %d is refused', (count, of) => {
    expect(() => wilson(count, of)).toThrow(RangeError);
  });

  test('holds the share, and mirrors', () => {
    const cases = fc.integer({ min: 1, max: 2000 }).chain((of) => {
      return fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of));
    });
    fc.assert(
      fc.property(cases, ([count, of]) => {
        const [direct, mirrored] = [wilson(count, of), wilson(of - count, of)];
        expect(direct.low).toBeLessThanOrEqual(count / of);
        expect(direct.high).toBeGreaterThanOrEqual(count / of);
        expect(direct.low).toBeCloseTo(1 - mirrored.high, 10);
      }),
    );
  });
});

describe('hoeffding', () => {
  test.each([
    [738, 1, 0.05],
    [738, 2, 0.1],
    [8, 1, 0.48],
    [8, 2, 0.96],
    [0, 1, 1],
    [1, 1, 1],
  ])('the radius of %i observations of range %i', (n, range, radius) => {
    expect(hoeffdingRadius(n, { delta: 0.05, range })).toBeCloseTo(radius, 3);
  });

  test.each([
    [0.05, 1, 738],
    [0.1, 2, 738],
  ])('a radius of %d over range %i needs %i', (radius, range, n) => {
    expect(hoeffdingObservations(radius, { delta: 0.05, range })).toBe(n);
    expect(hoeffdingRadius(n, { delta: 0.05, range })).toBeLessThanOrEqual(radius);
    expect(hoeffdingRadius(n - 1, { delta: 0.05, range })).toBeGreaterThan(radius);
  });

  test('no number of observations gives a radius of 0', () => {
    expect(() => hoeffdingObservations(0, { delta: 0.05, range: 1 })).toThrow(RangeError);
  });
});

describe('coverage, by simulation', () => {
  const rng = xoroshiro128plus(7);
  const draw = (share: number, n: number): number => {
    return Array.from({ length: n }, () => uniformFloat64(rng)).filter((u) => u < share).length;
  };

  // The score interval covers 95% on average over the shares, not at each of them.
  test('the score interval covers about 95%, Hoeffding at least 95%', () => {
    const [n, rounds] = [60, 4000];
    let [byScore, byHoeffding] = [0, 0];
    const radius = hoeffdingRadius(n, { delta: 0.05, range: 1 });
    for (let round = 0; round < rounds; round += 1) {
      const share = uniformFloat64(rng);
      const count = draw(share, n);
      const { low, high } = wilson(count, n);
      if (low <= share && share <= high) byScore += 1;
      if (Math.abs(count / n - share) <= radius) byHoeffding += 1;
    }
    expect(byScore / rounds).toBeGreaterThan(0.94);
    expect(byScore / rounds).toBeLessThan(0.965);
    expect(byHoeffding / rounds).toBeGreaterThanOrEqual(0.95);
  });
});
