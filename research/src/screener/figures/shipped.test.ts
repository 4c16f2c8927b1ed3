import { shippedScreener } from '@sluice/local';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { partOf } from '../learn/fit.ts';
import { recordedModel, recordedObservations } from '../observe/observation-file.ts';
import { learnable, reportOn } from './figures.ts';

const observations = recordedObservations();

const report = reportOn(shippedScreener(), observations, recordedModel);

proves('screener/shipped', () => {
  expect(report.test.auc).toBeGreaterThanOrEqual(0.92);
  expect(report.test.balancedAccuracy).toBeGreaterThanOrEqual(0.8);
  expect(report.test.accuracy).toBeGreaterThan(report.test.alwaysNo);
});

test('calls of held-out tasks and of other models are enough to say so', () => {
  const own = learnable(observations, recordedModel);
  expect(own.filter((one) => partOf(one) === 'test').length).toBeGreaterThan(100);
  expect(report.otherModels.calls).toBeGreaterThan(100);
  expect(new Set(observations.map(({ model }) => model)).size).toBe(7);
});
