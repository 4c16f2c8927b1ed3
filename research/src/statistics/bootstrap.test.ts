import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Clustered, clusteredShare } from './bootstrap.ts';

const counted = fc
  .record({ cluster: fc.constantFrom('a', 'b', 'c'), of: fc.nat(9), hits: fc.nat(9) })
  .map(({ cluster, of, hits }): Clustered => ({ cluster, hits: Math.min(hits, of), all: of }));

test('a share is that of all counts, and the same seed gives the same interval', () => {
  fc.assert(
    fc.property(fc.array(counted, { minLength: 1, maxLength: 6 }), fc.nat(), (counts, seed) => {
      const all = counts.reduce((total, each) => total + each.all, 0);
      const hits = counts.reduce((total, each) => total + each.hits, 0);
      const found = clusteredShare(counts, { seed });
      expect(found?.value).toBe(all === 0 ? undefined : hits / all);
      expect(found?.low ?? 0).toBeLessThanOrEqual(found?.high ?? 0);
      expect(clusteredShare(counts, { seed })).toEqual(found);
    }),
    { numRuns: 10 },
  );
});

test('what was counted in one cluster stays together', () => {
  const each = Array.from({ length: 40 }, (_, at) => ({ hits: at % 2, all: 1 }));
  const apart = clusteredShare(
    each.map((one, at) => ({ ...one, cluster: String(at) })),
    { seed: 1 },
  );
  const together = clusteredShare(
    each.map((one, at) => ({ ...one, cluster: String(at % 4) })),
    { seed: 1 },
  );
  // Two clusters of hits alone and two of none: any share from none to all may be drawn.
  expect(together).toEqual({ value: 0.5, low: 0, high: 1 });
  // The normal interval of 20 of 40 is .345 to .655.
  expect(apart?.low).toBeCloseTo(0.35, 1);
  expect(apart?.high).toBeCloseTo(0.65, 1);
});

test('of one cluster the interval is a point', () => {
  expect(clusteredShare([{ cluster: 'a', hits: 1, all: 3 }], { seed: 1 })).toEqual({
    value: 1 / 3,
    low: 1 / 3,
    high: 1 / 3,
  });
});
