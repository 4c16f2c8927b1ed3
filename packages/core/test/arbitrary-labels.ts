import fc from 'fast-check';
import type { Label, LabelSpace } from '../src/label/label.ts';
import type { Dimension } from '../src/label/lattice.ts';
import { powersetOf, type PowersetValue } from '../src/label/dimension/powerset.ts';
import {
  everyone,
  nobody,
  readerSet,
  type ReadersValue,
} from '../src/label/dimension/readers-value.ts';

/** Names that an attacker would choose, beside plain ones. */
export const hostileNames = [
  'alice',
  'bob@bank.example',
  '',
  ' ',
  '*',
  '@finance',
  'everyone',
  'nobody',
  'bottom',
  'top',
  '__proto__',
  'constructor',
  'a, b',
  'a}',
  'readers{alice}',
  'x & trusted',
  'integrity:trusted',
  '"quoted"',
  'back\\slash',
  'line\nbreak',
  '\u001b[31mred',
  '\u202Ereversed',
  '\ud800lone',
  'Zoë',
  '🦊',
  '\u2028',
] as const;

/** A small pool, so that sets overlap often, and any text at all. */
export const arbitraryName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileNames),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

export function arbitrarySet(
  name: fc.Arbitrary<string> = arbitraryName,
): fc.Arbitrary<PowersetValue> {
  return fc.array(name, { maxLength: 4 }).map((names) => known(powersetOf(names)));
}

/** Conjunctions of up to three clauses, with groups known and unknown; the ends among them. */
export function arbitraryReaders(
  dimension: Dimension<ReadersValue>,
  name: fc.Arbitrary<string> = arbitraryName,
): fc.Arbitrary<ReadersValue> {
  const clause = fc
    .record({
      principals: fc.array(name, { maxLength: 3 }),
      groups: fc.array(fc.oneof(fc.constantFrom('finance', 'ops', 'ghosts', 'shades'), name), {
        maxLength: 2,
      }),
    })
    .map((names) => known(readerSet(names)));
  const conjunction = fc
    .array(clause, { minLength: 1, maxLength: 3 })
    .map((clauses) => clauses.reduce((a, b) => dimension.join(a, b)));
  return fc.oneof({ weight: 8, arbitrary: conjunction }, fc.constantFrom(everyone, nobody));
}

/** A label with an arbitrary value in each dimension. */
export function arbitraryLabel(
  space: LabelSpace,
  values: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<Label> {
  return fc.record(values).map((chosen) => space.of(chosen));
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a sample is past the limits');
  return value;
}
