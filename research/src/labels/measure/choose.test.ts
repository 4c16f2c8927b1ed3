import { chain, labelSpace } from '@sluice/core';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import type { Outcome, SettingOutcomes } from '../run/evaluate.ts';
import { crossChosen } from '../run/row.ts';
import { metricsOf } from './metrics.ts';

const space = labelSpace({ level: chain(['low', 'high']) });

const [low, high] = [space.bottom, space.top];

function outcome(question: string, half: 0 | 1, isRight: boolean): Outcome {
  return {
    question,
    half,
    space,
    full: high,
    found: [isRight ? low : high],
    right: [low],
    rouge: 1,
    contexts: 2,
  };
}

/** A setting that is right on one half alone. */
function rightOn(setting: string, right: readonly (0 | 1)[]): SettingOutcomes<string> {
  const outcomes = ([0, 1] as const).flatMap((half) =>
    ['a', 'b'].map((name) => outcome(`${name}${half}`, half, right.includes(half))),
  );
  return { setting, outcomes };
}

proves('label-bench/other-half', () => {
  const { folds, outcomes } = crossChosen([rightOn('first', [0]), rightOn('second', [1])]);
  expect(folds.map(({ chosenOn, setting }) => [chosenOn, setting])).toEqual([
    [0, 'first'],
    [1, 'second'],
  ]);
  // Each is right where it was chosen, and wrong where it is reported.
  expect(metricsOf(outcomes).exactMatch).toBe(0);
  expect(outcomes.map(({ question }) => question).toSorted()).toEqual(['a0', 'a1', 'b0', 'b1']);
});

test('of equally good settings the middle one is taken', () => {
  const all = ['worst', 'one', 'two', 'three'].map((name) =>
    rightOn(name, name === 'worst' ? [] : [0, 1]),
  );
  expect(crossChosen(all).folds.map(({ setting }) => setting)).toEqual(['two', 'two']);
});

test('nothing to choose from gives nothing', () => {
  expect(crossChosen([])).toEqual({ folds: [], outcomes: [] });
});
