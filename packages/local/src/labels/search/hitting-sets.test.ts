import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HittingSets } from './hitting-sets.ts';

const universe = [0, 1, 2, 3, 4, 5];
const family = fc.array(fc.subarray(universe), { maxLength: 6 });

/** Every minimal hitting set, by looking at all sets. */
function byDefinition(sets: readonly (readonly number[])[]): readonly string[] {
  const subsets = Array.from({ length: 2 ** universe.length }, (_, mask) =>
    universe.filter((item) => Math.floor(mask / 2 ** item) % 2 === 1),
  );
  const hits = subsets.filter((some) =>
    sets.every((set) => set.some((item) => some.includes(item))),
  );
  return hits
    .filter((some) => !hits.some((less) => less.length < some.length && isIn(less, some)))
    .map((some) => some.join())
    .toSorted();
}

function isIn(part: readonly number[], whole: readonly number[]): boolean {
  return part.every((item) => whole.includes(item));
}

test('they are those of the definition, whatever the order of the sets', () => {
  fc.assert(
    fc.property(family, (sets) => {
      const hitting = new HittingSets<number>();
      for (const set of sets) hitting.add(set);
      const found = hitting.minimal.map((each) => [...each].toSorted((a, b) => a - b).join());
      expect(found.toSorted()).toEqual(byDefinition(sets));
    }),
    { numRuns: 200 },
  );
});
