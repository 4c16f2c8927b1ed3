import fc from 'fast-check';
import { expect } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { madeCall } from '../../../test/choosing/made-call.ts';
import { sampleOf } from './sample.ts';

proves('choosing/sample', () => {
  const ids = Array.from({ length: 12 }, (_, at) => `run#${at}`);
  const calls = ids.map((id) => madeCall([], { id }));
  const shuffled = fc.shuffledSubarray(calls, { minLength: calls.length });
  fc.assert(
    fc.property(shuffled, fc.nat(), fc.nat(12), (other, seed, most) => {
      const idsOf = (size: number, of = calls): readonly string[] =>
        sampleOf(of, { seed, most: size }).map(({ id }) => id);
      expect(idsOf(most, other)).toEqual(idsOf(most));
      expect(idsOf(12).slice(0, most)).toEqual(idsOf(most));
    }),
    { numRuns: 30 },
  );
  const firsts = [1, 2, 3, 4, 5].map((seed) => sampleOf(calls, { seed, most: 1 })[0]?.id);
  expect(new Set(firsts).size).toBeGreaterThan(1);
});
