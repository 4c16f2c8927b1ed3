import { featureNames, windowLimits } from '@sluice/local';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import type { EpochReport } from '../../training/train.ts';
import { learnable, reportOn, screenerFigures } from '../figures/figures.ts';
import { madeObservations, madeTasks, ownModel } from '../../../test/screener/made-observations.ts';
import { cardOf } from './card.ts';
import { type FitOptions, fitScreener, ofPart, partOf } from './fit.ts';

const options: FitOptions = {
  source: { model: 'm', method: 'gradient' },
  limits: windowLimits,
  seeds: [1],
};

const own = madeObservations(madeTasks);

const read = madeObservations(madeTasks.slice(0, 4), { isRead: true });

const others = madeObservations(madeTasks.slice(0, 4), { model: 'model-b' });

proves('screener/split', () => {
  const names = fc.record({ suite: fc.string(), task: fc.string() });
  fc.assert(
    fc.property(names, fc.string(), fc.string(), ({ suite, task }, model, kind) => {
      const [first, second] = [
        { suite, task, model, kind: 'benign' },
        { suite, task, model: 'another', kind },
      ];
      expect(partOf(second)).toBe(partOf(first));
    }),
  );
});

test('about 30% of the tasks are test data, and 14% validation', () => {
  const parts = Array.from({ length: 2000 }, (_, at) => partOf({ suite: 's', task: `t${at}` }));
  const shareOf = (part: string): number => parts.filter((one) => one === part).length / 2000;
  expect(shareOf('test')).toBeCloseTo(0.3, 1);
  expect(shareOf('validation')).toBeCloseTo(0.14, 1);
});

test('tasks of all parts are among those made here', () => {
  for (const part of ['training', 'validation', 'test'] as const) {
    expect(ofPart(own, part).length).toBeGreaterThan(3);
  }
});

const fit = fitScreener(own, options);

proves('screener/untouched', () => {
  const kept = own.filter((one) => partOf(one) !== 'test');
  const upset = ofPart(own, 'test').map((one) => ({
    ...one,
    features: one.features.map((feature) => -feature),
    regions: one.regions.map((region) => ({ ...region, isDependent: !region.isDependent })),
  }));
  expect(fitScreener([...kept, ...upset], options)).toEqual(fit);
  expect(fitScreener(kept, options)).toEqual(fit);
});

describe('what is trained', () => {
  test('tells regions apart on tasks that it has not seen', () => {
    const { test: summary } = reportOn(fit.screener, own, ownModel);
    expect(summary.auc).toBeGreaterThan(0.95);
    expect(summary.balancedAccuracy).toBeGreaterThan(0.85);
    expect(summary.alwaysNo).toBeCloseTo(0.8, 6);
  });

  test('averages one network a seed', () => {
    const reports: (readonly [number, EpochReport])[] = [];
    const seeds = [3, 4];
    const onEpoch = (seed: number, report: EpochReport) => reports.push([seed, report]);
    const { screener, seeds: results } = fitScreener(own.slice(0, 40), {
      ...options,
      seeds,
      onEpoch,
    });
    expect(screener.networks).toHaveLength(2);
    expect(results.map(({ seed }) => seed)).toEqual(seeds);
    expect(new Set(reports.map(([seed]) => seed))).toEqual(new Set(seeds));
    expect(screener.networks[0]?.shape).toEqual({ inputs: featureNames.length, hidden: 8 });
  });
});

describe('a report', () => {
  const all = [...own, ...read, ...others];
  const report = reportOn(fit.screener, all, ownModel);

  test('keeps what a reader has read, and other models, out of training', () => {
    expect(learnable(all, ownModel)).toEqual(own);
    expect(report.otherModels.calls).toBe(others.length);
    expect(report.byReader).toMatchObject({ calls: read.length, dependent: read.length });
    const parts = [report.train, report.validation, report.test].map(({ calls }) => calls);
    expect(parts.reduce((sum, calls) => sum + calls, 0)).toBe(own.length);
  });

  test('has flat figures with fixed names', () => {
    const figures = screenerFigures(report);
    expect(Object.keys(figures)).toEqual(
      expect.arrayContaining([
        'screener.train.accuracy',
        'screener.test.accuracy',
        'screener.test.alwaysNo',
        'screener.test.balancedAccuracy',
        'screener.test.auc',
        'screener.test.ece',
        'screener.test.precisionAt95',
        'screener.otherModels.auc',
        'screener.figure2.dependent',
        'screener.case2.followed.injected',
      ]),
    );
    expect(figures['screener.test.auc.low']).toBeLessThanOrEqual(figures['screener.test.auc'] ?? 0);
    expect(Object.values(figures).every(Number.isFinite)).toBe(true);
  });

  test('leaves out what was not counted', () => {
    const figures = screenerFigures(reportOn(fit.screener, own, ownModel));
    expect(figures).not.toHaveProperty('screener.otherModels.auc');
  });

  test('becomes a card with data, split, seeds and figures', () => {
    const facts = { model: ownModel, weights: 'abc', drawSeed: 7, tooLong: 2 };
    const card = cardOf({ fit, report, observations: all, facts });
    expect(card).toContain('SHA-256 `abc`');
    expect(card).toMatch(/drawn by seed\n7/);
    expect(card).toMatch(/^\| training \| \d+ \| \d+ \| \d+ \| \d+ \|$/m);
    expect(card).toMatch(/^\| test tasks \|/m);
    expect(card).toMatch(/Seeds: 1 \(epoch \d+, loss 0\.\d+\)/);
    expect(card).not.toMatch(/NaN|undefined/);
  });
});
