import { type Choice, featureNames, windowLimits } from '@sluice/local';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { madeObservations, madeTasks, ownModel } from '../../../test/screener/made-observations.ts';
import { proves } from '../../testing/proves.ts';
import { chosenOf, compare, networks, singleFeatures } from '../figures/compare.ts';
import { learnable, partsOf, reportOn, screenerFigures } from '../figures/figures.ts';
import type { Observation } from '../observe/observation.ts';
import { cardOf } from './card.ts';
import { settle, type SettleOptions, trainJudge } from './fit.ts';
import { heardFrom } from './folds.ts';
import { ofPart, partOf } from './part.ts';

const settledAt: Choice['at'] = '2026-01-02T03:04:05.000Z';
const options: SettleOptions = {
  source: { model: 'm', method: 'gradient' },
  limits: windowLimits,
  seed: 1,
  at: settledAt,
};

const noneLeftOut = { ...options, leavesOut: false };

const features = featureNames.slice(0, 6);

const own = madeObservations(madeTasks);

const read = madeObservations(madeTasks.slice(0, 4), { isRead: true });

const others = madeObservations(madeTasks, { model: 'model-b' });

function fitted(observations: readonly Observation[], seeds: readonly number[] = [1]) {
  const kept = observations.filter(({ part }) => part !== 'test');
  const judge = trainJudge(kept, { features, seeds });
  return settle(judge, heardFrom(judge, kept), options).screener;
}

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

const screener = fitted(own);

proves('screener/untouched', () => {
  const kept = own.filter(({ part }) => part !== 'test');
  const upset = ofPart(own, 'test').map((one) => ({
    ...one,
    features: one.features.map((feature) => -feature),
    labels: { ...one.labels, needs: [2] },
    regions: one.regions.map((region) => ({ ...region, isDependent: !region.isDependent })),
  }));
  for (const other of [[...kept, ...upset], kept]) {
    expect(fitted(other)).toEqual(screener);
    const [one, same] = [own, other].map((some) =>
      chosenOf(singleFeatures.map((way) => compare(way, partsOf(some, ownModel), noneLeftOut))),
    );
    expect(same?.screener).toEqual(one?.screener);
  }
});

describe('what is trained', () => {
  test('tells regions apart on tasks that it has not seen', () => {
    const { test: summary } = reportOn(screener, own, { model: ownModel, compared: [] });
    expect(summary.auc).toBeGreaterThan(0.95);
    expect(summary.alwaysNo).toBeCloseTo(0.8, 6);
    expect(summary.wrong?.value).toBeLessThan(0.2);
  });

  test('averages one network a seed, on the features that it is told', () => {
    const seeds = [3, 4];
    const judge = trainJudge(own.slice(0, 40), { features, seeds });
    expect(judge).toMatchObject({
      features,
      networks: seeds.map(() => ({ shape: { inputs: 6, hidden: 8 } })),
    });
  });
});

describe('a choice', () => {
  const ways = [...singleFeatures.slice(0, 3), ...networks([1]).slice(0, 1)];
  const parts = partsOf(own, ownModel);
  const compared = ways.map((way) => compare(way, parts, noneLeftOut));

  test('is of the feature that tells, where it does as well as what is trained', () => {
    // Only the first feature of what is made here says anything.
    expect(chosenOf(compared)?.name).toBe(featureNames[0]);
    const { length: calls } = own.filter(({ part }) => part !== 'test');
    expect(chosenOf(compared)?.screener.choice).toMatchObject({ seed: 1, at: settledAt, calls });
  });

  test('is, of features that do as well, of the one that orders regions best', () => {
    const alike = compared.map((one, place) => ({
      ...one,
      outcomes: compared[0]?.outcomes ?? [],
      validation: compared[0]?.validation,
      foldsAuc: place / 10,
    }));
    expect(chosenOf(alike)?.name).toBe(featureNames[2]);
  });

  test('is of what is trained, where no feature comes near', () => {
    const far = compared.map((one) => {
      const outcomes = one.outcomes.map((each) => ({ ...each, isLost: !one.isTrained }));
      const value = one.isTrained ? 0.1 : 1;
      return { ...one, outcomes, validation: { value, low: value, high: value } };
    });
    expect(chosenOf(far)?.isTrained).toBe(true);
    expect(chosenOf([])).toBeUndefined();
  });

  test('is made again without each suite, by what the others say', () => {
    const two = [...own, ...own.map((one) => ({ ...one, suite: 'other' }))];
    const [first] = singleFeatures;
    const left = first && compare(first, partsOf(two, ownModel), { ...options, leavesOut: true });
    expect(Object.keys(left?.leaveSuiteOut?.aucBySuite ?? {})).toEqual(['made', 'other']);
    expect(left?.leaveSuiteOut?.auc).toBeGreaterThan(0.95);
  });
});

describe('a report', () => {
  const all = [...own, ...read, ...others];
  const compared = singleFeatures
    .slice(0, 2)
    .map((way) => compare(way, partsOf(all, ownModel), noneLeftOut));
  const chosen = chosenOf(compared);
  const report = reportOn(chosen?.screener ?? screener, all, { model: ownModel, compared });

  test('keeps what a reader has read out of training, and test tasks of all models', () => {
    expect(learnable(all)).toEqual([...own, ...others]);
    expect(report.test.calls).toBe(ofPart(own, 'test').length);
    expect(report.otherModels.calls).toBe(ofPart(others, 'test').length);
    expect(report.byReader).toMatchObject({ calls: read.length, dependent: read.length });
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
        'screener.test.wrong',
        'screener.otherModels.auc',
        'screener.shipped.fpr',
        'screener.sumShare.auc',
        'screener.everything.test.wrong',
        'screener.figure2.dependentBelow',
        'screener.figure2.literal.otherBelow',
        'screener.figure3.followed.injected',
        'screener.case2.followed.injected',
      ]),
    );
    expect(figures['screener.test.auc.low']).toBeLessThanOrEqual(figures['screener.test.auc'] ?? 0);
    expect(Object.values(figures).every(Number.isFinite)).toBe(true);
  });

  test('leaves out what was not counted', () => {
    const figures = screenerFigures(reportOn(screener, own, { model: ownModel, compared: [] }));
    expect(figures).not.toHaveProperty('screener.otherModels.auc');
  });

  test('becomes a card with data, split, choice and figures', () => {
    if (chosen === undefined) throw new Error('nothing was chosen');
    const facts = { model: ownModel, weights: 'abc', tooLong: 2 };
    const card = cardOf({ report, chosen, observations: all, facts });
    expect(card).toContain('SHA-256 `abc`');
    expect(card).toContain(`at ${settledAt}`);
    expect(card).toMatch(/^\| training \| `model-a` \| \d+ \| \d+ \| \d+ \| \d+ \|$/m);
    expect(card).toMatch(/^\| sumShare \(ships\) \| no \|/m);
    expect(card).not.toMatch(/NaN|undefined/);
  });
});
