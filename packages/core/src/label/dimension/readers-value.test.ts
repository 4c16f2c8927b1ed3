import { describe, expect, expectTypeOf, test } from 'vitest';
import { hostileNames } from '../../../test/arbitrary-labels.ts';
import { proves } from '../../testing/proves.ts';
import {
  isReadersValue,
  nobody,
  parseReaders,
  readerSet,
  type ReadersValue,
} from './readers-value.ts';
import { readers } from './readers.ts';

test.each([
  ['everyone', 'everyone'],
  ['nobody', 'nobody'],
  ['readers{}', 'nobody'],
  ['readers{b, a, b}', 'readers{a, b}'],
  ['readers{ @finance ,alice}', 'readers{alice, @finance}'],
  ['readers{@"a b"}', 'readers{@"a b"}'],
  ['readers{user:42}', 'readers{"user:42"}'],
  ['readers{a, b} & readers{b, c}', 'readers{b}'],
  ['readers{a} & readers{b}', 'nobody'],
  ['readers{@g} & readers{a, @g}', 'readers{@g}'],
  ['readers{z, @g} & readers{a}', 'readers{a} & readers{z, @g}'],
  ['readers{a, @g} & readers{a}', 'readers{a}'],
])('%s prints as %s', (text, printed) => {
  expect(parseReaders(text)?.text).toBe(printed);
});

test.each([
  'readers',
  'readers{*}',
  'readers{everyone',
  'readers{a,}',
  'readers{@}',
  'readers{@@a b}',
  'everyone & readers{a}',
  'nobody & nobody',
  'all',
  '',
])('%j is no readers value', (text) => {
  expect(parseReaders(text)).toBeUndefined();
});

proves('readers/names-are-people', () => {
  const dimension = readers({ finance: ['alice'] });
  for (const name of hostileNames) {
    const sink = readerSet({ principals: [name] }) ?? nobody;
    const others = parseReaders('readers{someone, @finance}') ?? nobody;
    expect(dimension.flowsTo(others, sink)).toBe(name === 'alice');
    expect(parseReaders(sink.text)).toEqual(sink);
  }
});

describe('values', () => {
  test('are frozen through and through', () => {
    const value = readerSet({ principals: ['a'], groups: ['g'] });
    expect(Object.isFrozen(value)).toBe(true);
    expect(Object.isFrozen(value?.clauses)).toBe(true);
    expect(value?.clauses.every((clause) => Object.isFrozen(clause.principals))).toBe(true);
    expectTypeOf<ReadersValue['clauses']>().toExtend<readonly unknown[]>();
  });

  test('cannot be imitated', () => {
    expect(isReadersValue({ clauses: [], text: 'everyone' })).toBe(false);
    expect(isReadersValue(undefined)).toBe(false);
  });

  test('no names at all is nobody', () => {
    expect(readerSet({})).toBe(nobody);
  });
});
