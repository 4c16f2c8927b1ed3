import { describe, expect, test } from 'vitest';
import { chain } from '../label/dimension/chain.ts';
import type { Lattice } from '../label/lattice.ts';
import { SluiceError } from '../errors.ts';
import { assertLattice } from './assert-lattice.ts';
import { proves } from './proves.ts';

const numbers: Lattice<number> = {
  bottom: 0,
  top: 9,
  join: Math.max,
  meet: Math.min,
  flowsTo: (from, to) => from <= to,
};

test('a lattice passes', () => {
  expect(() => assertLattice(numbers, [1, 2, 3])).not.toThrow();
  const levels = chain(['low', 'high']);
  expect(() => assertLattice(levels, [levels.bottom, levels.top])).not.toThrow();
});

describe.each<[string, Partial<Lattice<number>>, RegExp]>([
  ['a join that forgets one side', { join: (a) => a }, /join is an upper bound/],
  ['a join that is too high', { join: () => 9 }, /join is the least upper bound/],
  ['a meet that is too low', { meet: () => 0 }, /meet is the greatest lower bound/],
  [
    'an order that throws',
    {
      flowsTo: () => {
        throw new Error('no');
      },
    },
    /reflexive/,
  ],
])('%s', (_, wrong, law) => {
  proves('testing/lattice-laws', () => {
    const assertion = (): void => assertLattice({ ...numbers, ...wrong }, [1, 2, 3]);
    expect(assertion).toThrow(SluiceError);
    expect(assertion).toThrow(law);
  });
});
