import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Observation, ObservedRegion } from '../observe/observation.ts';
import { madeObservation, madeReading } from '../../../test/screener/made-observations.ts';
import { caseStudy1, caseStudy2 } from './case-studies.ts';
import { aucInterval } from './auc-interval.ts';
import {
  accuracyOf,
  areaUnderCurve,
  balancedAccuracyOf,
  confusionAt,
  precisionAtRecall,
  precisionOf,
  recallOf,
  type Scored,
} from './ranking.ts';

function scored(dependent: readonly number[], independent: readonly number[]): readonly Scored[] {
  return [
    ...dependent.map((probability) => ({ probability, isDependent: true })),
    ...independent.map((probability) => ({ probability, isDependent: false })),
  ];
}

describe('the area under the curve', () => {
  test.each([
    [[0.9, 0.8], [0.1, 0.2], 1],
    [[0.1], [0.5, 0.6], 0],
    [[0.5, 0.5], [0.5], 0.5],
    [[0.3, 0.7], [0.5], 0.5],
  ])('of %j over %j is %s', (dependent, independent, area) => {
    expect(areaUnderCurve(scored(dependent, independent))).toBeCloseTo(area, 12);
  });

  test('is the share of pairs that stand in the right order', () => {
    const values = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(values, values, (dependent, independent) => {
        const pairs = dependent.flatMap((a) =>
          independent.map((b) => (a === b ? 0.5 : Number(a > b))),
        );
        const share = pairs.reduce((sum, one) => sum + one, 0) / pairs.length;
        expect(areaUnderCurve(scored(dependent, independent))).toBeCloseTo(share, 12);
      }),
    );
  });

  test.each([
    [[], [1]],
    [[1], []],
  ])('needs both classes: %j %j', (dependent, independent) => {
    expect(areaUnderCurve(scored(dependent, independent))).toBeUndefined();
  });
});

describe('at a threshold', () => {
  const confusion = confusionAt(scored([0.9, 0.5, 0.1], [0.6, 0.2, 0.2, 0.2]), 0.5);
  test('answers are right and wrong', () => {
    expect(confusion).toEqual({ found: 2, missed: 1, wrong: 1, passed: 3 });
    expect(accuracyOf(confusion)).toBeCloseTo(5 / 7, 12);
    expect(recallOf(confusion)).toBeCloseTo(2 / 3, 12);
    expect(precisionOf(confusion)).toBeCloseTo(2 / 3, 12);
    expect(balancedAccuracyOf(confusion)).toBeCloseTo((2 / 3 + 3 / 4) / 2, 12);
  });

  test('nothing is no failure of arithmetic', () => {
    const none = confusionAt([], 0.5);
    const shares = [accuracyOf, recallOf, precisionOf, balancedAccuracyOf].map((of) => of(none));
    expect(shares).toEqual([0, 0, 0, 0]);
  });

  test.each([
    [0.5, 1],
    [1, 2 / 4],
  ])('that finds %s of the dependent regions, precision is %s', (recall, precision) => {
    expect(precisionAtRecall(scored([0.9, 0.4], [0.6, 0.5, 0.1]), recall)).toBeCloseTo(
      precision,
      12,
    );
  });

  test('precision of no dependent region is unknown', () => {
    expect(precisionAtRecall(scored([], [0.5]), 0.95)).toBeUndefined();
  });
});

describe('an interval over tasks', () => {
  const judged = ['a', 'b', 'c', 'd'].flatMap((task, at) =>
    scored([0.4 + at / 10], [0.2, 0.5]).map((one) => ({ ...one, task })),
  );
  test('holds the area, and is the same for the same seed', () => {
    const interval = aucInterval(judged, { seed: 1 });
    const area = areaUnderCurve(judged) ?? 0;
    expect(interval?.low).toBeLessThanOrEqual(area);
    expect(interval?.high).toBeGreaterThanOrEqual(area);
    expect(aucInterval(judged, { seed: 1 })).toEqual(interval);
  });

  test('is unknown without both classes', () => {
    const none = judged.filter(({ isDependent }) => !isDependent);
    expect(aucInterval(none, { seed: 1 })).toBeUndefined();
  });
});

describe('the case studies', () => {
  const region: ObservedRegion = {
    role: 'text',
    isDependent: false,
    isMeant: undefined,
    isInjected: false,
    saliency: { ...madeReading(0.2), literal: 0.1 },
    level: 0,
  };
  const literal = (of: number): ObservedRegion['saliency'] => ({ ...region.saliency, literal: of });
  const share = (of: number): ObservedRegion['saliency'] => ({ ...region.saliency, share: of });

  const observed = (own: Partial<Observation>): Observation => {
    return { ...madeObservation({ seed: 1, task: 't' }), ...own };
  };

  test('1: how much of dependent and other data has little saliency', () => {
    const regions = [
      { ...region, isDependent: true, saliency: literal(0.9) },
      { ...region, isDependent: true, saliency: literal(0.19) },
      { ...region, saliency: literal(0.2) },
      { ...region },
      { ...region },
      { ...region, role: 'shape' as const, saliency: literal(0.9) },
    ];
    const call = observed({ regions });
    expect(caseStudy1([call], 'literal')).toEqual({
      dependent: { regions: 2, below: 0.5 },
      independent: { regions: 3, below: 2 / 3 },
    });
    expect(caseStudy1([call], 'values').independent.below).toBe(0);
    expect(caseStudy1([call], 'strongest')).toMatchObject({
      dependent: { below: 0 },
      independent: { below: 2 / 3 },
    });
  });

  test('2: whom the saliency goes to', () => {
    const injected = { ...region, isInjected: true, saliency: share(0.5) };
    const said = { ...region, role: 'said' as const, saliency: share(0.9) };
    const study = caseStudy2(
      [
        observed({ kind: 'benign', regions: [region, said], user: madeReading(0.6) }),
        observed({ kind: 'followed', regions: [injected, region], user: madeReading(0.3) }),
        // Nothing injected was read before this call.
        observed({ kind: 'passed', regions: [region], user: madeReading(0.9) }),
      ],
      'share',
    );
    expect(study.benign).toEqual({ calls: 1, user: 0.6 / 0.8, injected: 0 });
    expect(study.followed).toEqual({ calls: 1, user: 0.3 / 1, injected: 0.5 / 1 });
    expect(study.passed).toEqual({ calls: 0, user: 0, injected: 0 });
  });
});
