import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitrarySet } from '../../test/arbitrary-labels.ts';
import { joinAll } from './lattice.ts';
import { numericChain } from './dimension/chain.ts';
import { joinsOf } from './joins-of.ts';
import type { Label } from './label.ts';
import { documentSets, fourPoint } from '../../test/paper-spaces.ts';
import { labelSpace } from './space.ts';

const space = documentSets();

test('the joins of the labels present are those of all their subsets, lowest first', () => {
  const labels = fc.array(
    arbitrarySet(fc.constantFrom('a', 'b', 'c')).map((documents) => space.of({ documents })),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(labels, (present) => {
      const joins = joinsOf(space, present, { max: 64 }) ?? [];
      const expected = subsets(present).map((subset) => joinAll(space, subset));
      expect(new Set(joins)).toEqual(new Set(expected));
      expect(new Set(joins).size).toBe(joins.length);
      for (const [index, join] of joins.entries()) {
        const later = joins.slice(index + 1);
        expect(later.some((each) => space.flowsTo(each, join))).toBe(false);
      }
    }),
  );
});

test('more joins than asked for are not enumerated', () => {
  const singles = Array.from({ length: 40 }, (_, index) => space.parse(`documents{d${index}}`));
  expect(joinsOf(space, singles, { max: 1_000 })).toBeUndefined();
  expect(joinsOf(space, singles.slice(0, 4), { max: 16 })).toHaveLength(16);
  expect(joinsOf(space, singles.slice(0, 4), { max: 15 })).toBeUndefined();
});

test('an infinite chain has as many joins as labels present, and bottom', () => {
  const times = labelSpace({ time: numericChain({ order: 'ascending', word: 'time' }) });
  const present = [3, 1, 2, 1].map((time) => times.of({ time }));
  const texts = joinsOf(times, present, { max: 10 })?.map((label) => label.text);
  expect(texts).toEqual(['time{bottom}', 'time{1}', 'time{2}', 'time{3}']);
});

test('no label present leaves the join of none', () => {
  const points = fourPoint();
  expect(joinsOf(points, [], { max: 1 })).toEqual([points.bottom]);
});

function subsets([first, ...rest]: readonly Label[]): Label[][] {
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((each) => [each, [first, ...each]]);
}
