import fc from 'fast-check';
import { expect, test } from 'vitest';
import { someResult } from '../../../test/report/some-result.ts';
import { proves } from '../../testing/proves.ts';
import { mergedFigures, ranked } from './ranked.ts';

const codeOf = (): string => 'now';
const now = { versions: { code: 'now' } };

const all = [
  someResult({ ...now, suite: 'labels-kv', slice: 'quick' }),
  someResult({
    ...now,
    suite: 'agentsec',
    slice: 'pairs-8',
    atMs: 9,
    figures: { a: 3, b: 3, d: 3 },
  }),
  someResult({ ...now, suite: 'agentsec', slice: 'local', atMs: 10, figures: { a: 2, b: 2 } }),
  someResult({ ...now, suite: 'agentsec', atMs: 1, figures: { a: 1 } }),
  someResult({ suite: 'agentsec', atMs: 99, figures: { a: 4, c: 4 } }),
  someResult({ ...now, suite: 'agentsec-encoded' }),
  someResult({ ...now, suite: 'attacks' }),
  someResult({ ...now, suite: 'lighthouse' }),
];

test('suites in the order of the page, the present code and whole suites first', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (results) => {
      const names = ranked(results, codeOf).map(({ result: { suite, slice }, isCurrent }) => {
        return `${suite} ${slice}${isCurrent ? '' : ' other'}`;
      });
      expect(names).toEqual([
        'attacks whole',
        'agentsec whole',
        'agentsec local',
        'agentsec pairs-8',
        'agentsec whole other',
        'agentsec-encoded whole',
        'labels-kv quick',
        'lighthouse whole',
      ]);
    }),
    { numRuns: 20 },
  );
});

proves('report/suite-figures', () => {
  const own = ranked(
    all.filter(({ suite }) => suite === 'agentsec'),
    codeOf,
  );
  expect(mergedFigures(own)).toEqual({ a: 1, b: 2, c: 4, d: 3 });
});
