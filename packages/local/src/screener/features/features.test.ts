import { describe, expect, test } from 'vitest';
import type { RegionRole, ScreenedRegion } from '../input/rendering.ts';
import { sharesOf } from '../measure/measure.ts';
import type { MeasuredWindow } from '../measure/measured.ts';
import { featureNames, featuresOf } from './region-features.ts';
import { quantile, RegionSaliency, tokenScoresOf } from './region-saliency.ts';
import { standardised, standardOf } from './standard.ts';

/** Two output tokens over a sink and four input tokens; `a` has two of them, `b` one. */
function windowWith(rows: readonly (readonly number[])[], logProbability = -1): MeasuredWindow {
  const width = rows[0]?.length ?? 1;
  return {
    inputTokens: width,
    spans: [
      { region: 'a', start: 1, end: 3 },
      { region: 'b', start: 3, end: 4 },
    ],
    outputParts: rows.map((_, at) => at),
    logProbabilities: new Float64Array(rows.length).fill(logProbability),
    ...sharesOf(Float64Array.from(rows.flat()), width),
  };
}

const window = windowWith([
  [9, 1, 1, 0, 2],
  [9, 0, 0, 6, 2],
]);

const output = [
  { kind: 'tool', text: 't' },
  { kind: 'value', text: 'v' },
] as const;

describe('shares', () => {
  test('leave the first token out, and sum to 1 in each row', () => {
    expect([...window.rows]).toEqual([0, 0.25, 0.25, 0, 0.5, 0, 0, 0, 0.75, 0.25]);
    expect([...window.totals]).toEqual([4, 8]);
  });

  test('of a row without saliency are none', () => {
    const { rows, totals } = sharesOf(new Float64Array(4), 2);
    expect([...rows, ...totals]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('become scores of tokens: sums, peaks and means over the output', () => {
    const { sums, peaks, shares } = tokenScoresOf(window);
    expect([...sums]).toEqual([0, 1, 1, 6, 4]);
    expect([...peaks]).toEqual([0, 0.25, 0.25, 0.75, 0.5]);
    expect([...shares]).toEqual([0, 0.125, 0.125, 0.375, 0.375]);
  });
});

describe('saliency of a region', () => {
  const saliency = new RegionSaliency([window], output);
  test.each([
    ['a', { peak: 0.25, meanPeak: 0.25, rowShare: 0.5, valueShare: 0 }],
    ['b', { peak: 0.75, meanPeak: 0.75, rowShare: 0.75, valueShare: 0.75 }],
    ['none', { peak: 0, meanPeak: 0, rowShare: 0, valueShare: 0 }],
  ])('%s', (id, expected) => {
    expect({
      peak: saliency.peak(id),
      meanPeak: saliency.meanPeak(id),
      rowShare: saliency.rowShare(id),
      valueShare: saliency.valueShare(id),
    }).toEqual(expected);
  });

  test('has the features of RTBAS 7.2', () => {
    const { sumShare, meanShare, quantiles } = saliency.summed('a');
    expect(sumShare).toBeCloseTo(2 / 12, 12);
    // The share times the input's tokens over the region's.
    expect(meanShare).toBeCloseTo((2 / 12) * (5 / 2), 12);
    for (const score of quantiles) expect(score).toBeCloseTo((1 * 5) / 12, 12);
  });

  test('over several windows has tokens of all that hold it', () => {
    const wide = new RegionSaliency([window, windowWith([[1, 1, 3, 2]], -3)], output);
    expect(wide.peak('a')).toBe(0.5);
    expect(wide.summed('a').sumShare).toBeCloseTo((2 + 4) / (12 + 6), 12);
    expect(wide.meanRowShare('b')).toBeCloseTo((0.375 + 2 / 6) / 2, 12);
  });

  test('of a draft without a value is that of all of it', () => {
    const nameless = new RegionSaliency([window], [{ kind: 'tool' }]);
    expect(nameless.valueShare('b')).toBeCloseTo(0.375, 12);
  });
});

describe('features', () => {
  const regions = ['a', 'b', 'none'].map((id): ScreenedRegion => {
    return { id, role: 'scalar' satisfies RegionRole, message: 2 };
  });
  const rows = featuresOf({ rendering: { regions, output: [...output] }, windows: [window] });
  const named = (region: number, name: string): number | undefined =>
    rows[region * featureNames.length + featureNames.indexOf(name)];

  test('are one row of numbers a region, also without a token', () => {
    expect(rows).toHaveLength(3 * featureNames.length);
    expect(rows.every(Number.isFinite)).toBe(true);
  });

  test('say what region has the most, and what kind it is of', () => {
    expect(named(1, 'peak')).toBeGreaterThan(named(0, 'peak') ?? 0);
    expect(named(1, 'peakShare')).toBeCloseTo(0, 4);
    expect(named(2, 'peak')).toBeLessThan(-11);
    expect([named(0, 'scalar'), named(0, 'text')]).toEqual([1, 0]);
  });

  test('of no region are none', () => {
    expect(featuresOf({ rendering: { regions: [], output: [] }, windows: [] })).toHaveLength(0);
  });
});

describe('quantiles', () => {
  test.each([
    [[1, 2, 3], 0.5, 2],
    [[1, 2, 3], 0.25, 1.5],
    [[4], 0.99, 4],
    [[], 0.2, 0],
  ])('of %j at %s', (values, share, expected) => {
    expect(quantile(Float64Array.from(values), share)).toBeCloseTo(expected, 12);
  });
});

describe('a standard', () => {
  const standard = standardOf([Float64Array.from([1, 7, 3, 7]), Float64Array.from([5, 7])], 2);
  test('has mean and deviation of each feature over all rows', () => {
    expect([...standard.means]).toEqual([3, 7]);
    expect(standard.deviations[0]).toBeCloseTo(Math.sqrt(8 / 3), 12);
  });

  test('makes features comparable, the far ones no farther than 5', () => {
    const made = standardised(Float64Array.from([3, 9, 1e9, 7]), standard);
    expect([...made]).toEqual([0, 0, 5, 0]);
  });

  test('keeps what is no number', () => {
    expect(standardised(Float64Array.from([Number.NaN, 7]), standard)[0]).toBeNaN();
  });
});
