import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryLabel, arbitraryReaders, arbitrarySet } from '../../test/arbitrary-labels.ts';
import { chain, numericChain } from './dimension/chain.ts';
import { checkLattice } from './check-lattice.ts';
import { custom } from './dimension/custom.ts';
import { joinAll, meetAll, type Dimension, type Lattice } from './lattice.ts';
import { powerset } from './dimension/powerset.ts';
import { readers } from './dimension/readers.ts';
import { proves } from '../testing/proves.ts';
import type { Label } from './label.ts';
import { fourPoint, reliabilityByTime } from '../../test/paper-spaces.ts';
import { labelSpace } from './space.ts';

const groups = {
  finance: ['alice', 'bob@bank.example'],
  ops: ['alice', '@finance', 'carol'],
} as const;

/** Subsets of three bits: a lattice of a user's own. */
const bits = custom<number>({
  bottom: 0,
  top: 7,
  leq: (a, b) => (a & b) === a,
  join: (a, b) => a | b,
  meet: (a, b) => a & b,
  print: (value) => `bits-${value}`,
  parse: (text) => (/^bits-[0-7]$/.test(text) ? Number(text.slice(5)) : undefined),
  has: (value): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) < 8,
});

const directory = readers(groups);
const time = numericChain({ order: 'descending', word: 'time' });
const product = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  confidentiality: directory,
  sources: powerset(),
  time,
  bits,
});
const number = fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1, 2));
const values = {
  integrity: fc.constantFrom('trusted', 'untrusted'),
  confidentiality: arbitraryReaders(directory),
  sources: arbitrarySet(),
  time: number,
  bits: fc.nat({ max: 7 }),
};

/** Every lattice that we ship is handed to this one function. */
function obeysLaws<Value>(
  lattice: Lattice<Value> | Dimension<Value>,
  value: fc.Arbitrary<Value>,
  same?: (a: Value, b: Value) => boolean,
): void {
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(checkLattice(lattice, [a, b, c], same === undefined ? {} : { same })).toEqual([]);
    }),
  );
}

const sameLabel = (a: Label, b: Label): boolean => a === b;

proves('lattice/laws', () => {
  obeysLaws(chain(['low', 'middle', 'high']), fc.constantFrom('low', 'middle', 'high'), Object.is);
  obeysLaws(numericChain({ order: 'ascending', word: 'at' }), number, (a, b) => a === b);
  obeysLaws(time, number, (a, b) => a === b);
  obeysLaws(powerset(), arbitrarySet());
  obeysLaws(directory, values.confidentiality);
  obeysLaws(directory.untyped, values.confidentiality);
  obeysLaws(bits, values.bits, Object.is);
  obeysLaws(product, arbitraryLabel(product, values));
});

describe('the label sets of the papers', () => {
  test.each([
    ['the 4-point lattice', fourPoint(), 4],
    ['reliability by time', reliabilityByTime(), 6],
  ])('%s obeys the laws over all its labels', (_, space, count) => {
    const labels = allLabels(Object.entries(space.dimensions)).map((each) => space.of(each));
    expect(new Set(labels).size).toBe(count);
    expect(checkLattice(space, labels, { same: sameLabel })).toEqual([]);
  });
});

test('the product is monotone: it flows exactly where each dimension does', () => {
  const label = arbitraryLabel(product, values);
  fc.assert(
    fc.property(label, label, (a, b) => {
      const violated = Object.entries(product.dimensions)
        .filter(([name, part]) => !part.flowsTo(a.values[name], b.values[name]))
        .map(([name]) => name);
      expect(product.violated(a, b)).toEqual(violated);
      expect(product.flowsTo(a, b)).toBe(violated.length === 0);
    }),
  );
});

test('join and meet keep the order of what they are given', () => {
  const label = arbitraryLabel(product, values);
  fc.assert(
    fc.property(label, label, label, (a, b, c) => {
      const higher = product.join(a, b);
      expect(product.flowsTo(product.join(a, c), product.join(higher, c))).toBe(true);
      expect(product.flowsTo(product.meet(a, c), product.meet(higher, c))).toBe(true);
    }),
  );
});

test('bottom is the join of nothing, top the meet of nothing', () => {
  expect(joinAll(product, [])).toBe(product.bottom);
  expect(meetAll(product, [])).toBe(product.top);
});

/** All combinations of the levels of chains. */
function allLabels(
  dimensions: readonly (readonly [string, Dimension<unknown>])[],
): Record<string, unknown>[] {
  const [first, ...rest] = dimensions;
  if (first === undefined) return [{}];
  const [name, { forms, parse }] = first;
  return allLabels(rest).flatMap((each) => forms.map((form) => ({ ...each, [name]: parse(form) })));
}
