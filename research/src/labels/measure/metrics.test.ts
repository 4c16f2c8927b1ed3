import { chain, labelSpace, type Label } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { metricsOf, type LabelSearch } from './metrics.ts';

const space = labelSpace({ level: chain(['low', 'middle', 'high']) });
const at = (level: string): Label => space.of({ level });
const one = (found: string, right: string, full = 'high'): LabelSearch => {
  return { space, full: at(full), found: [at(found)], right: [at(right)] };
};

describe('improvement and missed labels', () => {
  test.each([
    ['nothing improved', [one('high', 'low')], 0, undefined],
    ['improved to the right label', [one('low', 'low')], 1, 0],
    ['improved, but not as far as it goes', [one('middle', 'low')], 0, 0],
    ['improved too far', [one('low', 'middle')], 0, 1],
    ['improved where it must not be', [one('low', 'high')], undefined, 1],
    ['rightly left alone', [one('high', 'high')], undefined, undefined],
    ['half and half', [one('low', 'low'), one('high', 'low'), one('low', 'high')], 0.5, 0.5],
    ['of no question', [], undefined, undefined],
  ])('%s', (...[, found, improvement, missed]) => {
    const metrics = metricsOf(found);
    expect([metrics.improvement, metrics.missed]).toEqual([improvement, missed]);
  });
});

test('precision and recall are means over the questions', () => {
  const { exactMatch, precision, recall } = metricsOf([
    { space, full: at('high'), found: [at('low'), at('middle')], right: [at('low')] },
    one('low', 'low'),
  ]);
  expect([exactMatch, precision, recall]).toEqual([0.5, 0.75, 1]);
});

test('precision and recall are 1 together just where the match is exact', () => {
  const labels = fc.subarray([at('low'), at('middle'), at('high')], { minLength: 1 });
  fc.assert(
    fc.property(labels, labels, (found, right) => {
      const { exactMatch, precision, recall } = metricsOf([
        { space, full: at('high'), found, right },
      ]);
      expect(exactMatch === 1).toBe(precision === 1 && recall === 1);
    }),
  );
});
