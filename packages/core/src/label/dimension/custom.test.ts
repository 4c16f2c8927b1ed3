import { describe, expect, test } from 'vitest';
import { SluiceError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { checkLattice, type Law } from '../check-lattice.ts';
import { custom, type CustomLattice } from './custom.ts';

/** Divisors of 12, ordered by divisibility. */
const divisors: CustomLattice<number> = {
  bottom: 1,
  top: 12,
  leq: (a, b) => b % a === 0,
  join: (a, b) => (a * b) / gcd(a, b),
  meet: gcd,
  print: String,
  parse: Number,
  has: (value): value is number => typeof value === 'number' && 12 % value === 0,
};
const samples = [2, 3, 4, 6];

function broken(change: Partial<CustomLattice<number>>): Law[] {
  const lattice = custom({ ...divisors, ...change });
  return checkLattice(lattice, samples, { same: Object.is }).map(({ law }) => law);
}

proves('lattice/custom-checked', () => {
  expect(broken({})).toEqual([]);
  expect(broken({ leq: (a, b) => a < b })).toContain('flowsTo is reflexive');
  expect(broken({ leq: (a, b) => a === b || Math.abs(a - b) === 1 })).toContain(
    'flowsTo is transitive',
  );
  expect(broken({ leq: (a, b) => a % 2 === 0 || b % a === 0 })).toContain(
    'same values flow both ways',
  );
  expect(broken({ bottom: 2 })).toContain('bottom flows to everything');
  expect(broken({ top: 6 })).toContain('everything flows to top');
  expect(broken({ join: Math.max })).toContain('join is an upper bound');
  expect(broken({ join: () => 12 })).toContain('join is the least upper bound');
  expect(broken({ meet: Math.min })).toContain('meet is a lower bound');
  expect(broken({ meet: () => 1 })).toContain('meet is the greatest lower bound');
  expect(broken({ print: (value) => String(value % 4) })).toContain('text reads back');
});

test('a violation comes with values that show it', () => {
  const lattice = custom({ ...divisors, join: Math.max });
  const [violation] = checkLattice(lattice, [2, 3]);
  expect(violation).toEqual({ law: 'join is an upper bound', witnesses: [2, 3] });
});

test('a lattice of the user is checked before it is made a dimension, too', () => {
  const { bottom, top, join, meet, leq } = divisors;
  const bare = { bottom, top, join, meet, flowsTo: leq };
  expect(checkLattice(bare, samples)).toEqual([]);
  const throwing = { ...bare, join: fails };
  expect(checkLattice(throwing, []).map(({ law }) => law)).toEqual([
    'join is an upper bound',
    'join is the least upper bound',
  ]);
});

describe('a function that fails', () => {
  proves('lattice/custom-fails-closed', () => {
    const failing = custom<number>({ ...divisors, leq: fails, join: fails, meet: fails });
    expect(failing.flowsTo(1, 12)).toBe(false);
    expect(failing.join(1, 1)).toBe(12);
    expect(failing.meet(12, 12)).toBe(1);
    const strange = custom<number>({ ...divisors, join: () => Number.NaN, meet: () => 5 });
    expect(strange.join(1, 1)).toBe(12);
    expect(strange.meet(12, 12)).toBe(1);
  });

  test('reads as no value', () => {
    const failing = custom<number>({ ...divisors, parse: fails });
    expect(failing.parse('3')).toBeUndefined();
    expect(custom(divisors).parse('5')).toBeUndefined();
    expect(custom(divisors).parse('a b')).toBeUndefined();
  });
});

test.each<[string, Partial<CustomLattice<number>>]>([
  ['denies its bottom', { bottom: 5 }],
  ['denies its top', { top: 24 }],
  ['has a `has` that fails', { has: (_): _ is number => fails() }],
  ['cannot print', { print: fails }],
  ['prints too much', { print: () => 'x'.repeat(limits.labelTextCharactersMax + 1) }],
])('a lattice that %s is an error', (_, change) => {
  expect(() => custom<number>({ ...divisors, ...change })).toThrow(SluiceError);
});

test('what a custom lattice prints is quoted where it must be', () => {
  const lattice = custom<number>({
    ...divisors,
    print: (value) => `divides } & ${value}`,
    parse: (text) => Number(text.slice('divides } & '.length)),
  });
  expect(lattice.print(3)).toBe('"divides } & 3"');
  expect(lattice.parse('"divides } & 3"')).toBe(3);
});

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function fails(): never {
  throw new Error('broken');
}
