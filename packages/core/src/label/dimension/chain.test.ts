import { describe, expect, test } from 'vitest';
import { SluiceError } from '../../errors.ts';
import { chain, numericChain } from './chain.ts';
import { formsOf } from '../lattice.ts';

const levels = chain(['low', 'middle', 'high']);

describe('chain', () => {
  test.each([
    ['low', 'high', true],
    ['middle', 'middle', true],
    ['high', 'middle', false],
    ['unheard', 'high', false],
    ['low', 'unheard', false],
    ['unheard', 'unheard', false],
  ])('%s -> %s: %s', (from, to, flows) => {
    expect(levels.flowsTo(from, to)).toBe(flows);
  });

  test('what is no level joins to the top and meets to the bottom', () => {
    expect(levels.join('low', 'unheard')).toBe('high');
    expect(levels.meet('unheard', 'high')).toBe('low');
  });

  test.each([
    ['no levels', []],
    ['a level twice', ['a', 'b', 'a']],
  ])('%s is an error', (_, names) => {
    expect(() => chain(names)).toThrow(SluiceError);
  });

  test('a level of any spelling reads back', () => {
    const odd = chain(['a b', 'integrity:x', '__proto__', '"']);
    for (const level of ['a b', 'integrity:x', '__proto__', '"']) {
      expect(odd.parse(odd.print(level))).toBe(level);
    }
    expect(odd.parse('constructor')).toBeUndefined();
  });

  test('a message lists a dozen levels, and how many more there are', () => {
    const many = chain(Array.from({ length: 15 }, (_, index) => `level${index}`));
    expect(formsOf(many)).toContain('`level11` or 3 others');
    expect(formsOf(levels)).toBe('`low`, `middle`, `high`');
  });

  test('the levels given are copied', () => {
    const names = ['a', 'b'];
    const copied = chain(names);
    names.reverse();
    expect(copied.join('a', 'b')).toBe('b');
  });
});

describe('numericChain', () => {
  const recency = numericChain({ order: 'descending', word: 'time' });
  const amount = numericChain({ order: 'ascending', word: 'amount' });

  test('the order says whether more or less is more restrictive', () => {
    expect(recency.flowsTo(5, 3)).toBe(true);
    expect(recency.flowsTo(3, 5)).toBe(false);
    expect(amount.flowsTo(3, 5)).toBe(true);
    expect(recency.join(3, 5)).toBe(3);
    expect(amount.join(3, 5)).toBe(5);
  });

  test('the word must be plain', () => {
    expect(() => numericChain({ order: 'ascending', word: 'a{b' })).toThrow(SluiceError);
  });

  test('the ends are symbolic', () => {
    expect(recency.print(recency.top)).toBe('time{top}');
    expect(recency.parse('time{bottom}')).toBe(recency.bottom);
    expect(recency.flowsTo(1e300, recency.top)).toBe(true);
  });

  test('NaN is no value, and fails closed', () => {
    expect(amount.has(Number.NaN)).toBe(false);
    expect(amount.flowsTo(Number.NaN, amount.top)).toBe(false);
    expect(amount.flowsTo(amount.bottom, Number.NaN)).toBe(false);
    expect(amount.join(Number.NaN, 1)).toBe(amount.top);
    expect(amount.meet(1, Number.NaN)).toBe(amount.bottom);
  });

  test.each([
    'amount{1e999}',
    'amount{0x10}',
    'amount{}',
    'amount{1, 2}',
    'amount{1 2}',
    'time{1}',
  ])('%s is no value', (text) => {
    expect(amount.parse(text)).toBeUndefined();
  });
});
