import { shippedScreener } from '@sluice/local';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { ofPart, parts } from '../learn/part.ts';
import { recordedModel, recordedObservations } from '../observe/observation-file.ts';
import { chosenOf, compare, singleFeatures } from './compare.ts';
import { learnable, partsOf, reportOn } from './figures.ts';
import { screenerClaims } from './screener-result.ts';

const observations = recordedObservations();
const shipped = shippedScreener();
const { source, limits, choice } = shipped;
const settling = { source, limits, seed: choice.seed, at: choice.at, leavesOut: false };
const compared = singleFeatures.map((way) =>
  compare(way, partsOf(observations, recordedModel), settling),
);
const report = reportOn(shipped, observations, { model: recordedModel, compared });

proves('screener/shipped', () => {
  expect(screenerClaims(report).filter(({ holds }) => !holds)).toEqual([]);
});

test('what ships is what the command makes of what is kept, its threshold and record too', () => {
  expect(chosenOf(compared)?.screener).toEqual(shipped);
});

test('no task is in two parts, of whatever model', () => {
  const each = parts.flatMap((part) => [
    ...new Set(ofPart(observations, part).map(({ suite, task }) => `${suite} ${task}`)),
  ]);
  expect(new Set(each).size).toBe(each.length);
});

test('calls of held-out tasks, of other models and of other worlds are enough to say so', () => {
  const own = learnable(observations);
  expect(ofPart(own, 'test').length).toBeGreaterThan(150);
  expect(report.otherModels.calls).toBeGreaterThan(40);
  expect(report.privacy.calls).toBeGreaterThan(30);
  expect(new Set(observations.map(({ model }) => model)).size).toBe(8);
});
