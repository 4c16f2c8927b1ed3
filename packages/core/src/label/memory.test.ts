import { describe, expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { InternTable, type Weak } from './maker.ts';
import { PairMemo } from './flow.ts';

interface Key {
  readonly text: string;
}

const key = (text: string): Key => ({ text });

describe('PairMemo', () => {
  const memoOf = (bounds: { entriesMax: number; charactersMax: number }): PairMemo<Key, Key> =>
    new PairMemo({ ...bounds, charactersOf: (answer) => answer.text.length });

  test('an answer belongs to an ordered pair', () => {
    const memo = memoOf({ entriesMax: 10, charactersMax: 100 });
    const [a, b] = [key('a'), key('b')];
    memo.set(a, b, a);
    expect(memo.get(a, b)).toBe(a);
    expect(memo.get(b, a)).toBeUndefined();
    expect(memo.get(key('a'), b)).toBeUndefined();
  });

  proves('label/memory-bounded', () => {
    const few = memoOf({ entriesMax: 10, charactersMax: 1_000_000 });
    const short = memoOf({ entriesMax: 1_000_000, charactersMax: 1_000 });
    for (let turn = 0; turn < 1_000; turn++) {
      const [a, b] = [key(`a${turn}`), key('b'.repeat(90))];
      for (const memo of [few, short]) {
        memo.set(a, b, b);
        expect(memo.get(a, b)).toBe(b);
        expect(memo.size).toBeLessThanOrEqual(10);
      }
    }
    const table = mortalTable();
    for (let turn = 0; turn < 10_000; turn++) {
      table.intern(`k${turn}`);
      table.bury();
      expect(table.size()).toBeLessThanOrEqual(16);
    }
  });
});

describe('InternTable', () => {
  test('what is alive is never forgotten', () => {
    const table = mortalTable();
    const alive = Array.from({ length: 100 }, (_, index) => table.intern(`k${index}`));
    for (let turn = 0; turn < 1_000; turn++) table.intern(`other${turn}`);
    expect(alive.map((each) => table.find(each.text))).toEqual(alive);
  });

  test('what is gone is made anew', () => {
    const table = mortalTable();
    table.intern('a');
    table.bury();
    expect(table.find('a')).toBeUndefined();
  });

  test('it holds objects weakly', () => {
    const table = new InternTable<Key>({ sweepAt: 4 });
    const held = key('held');
    table.set('held', held);
    expect(table.get('held')).toBe(held);
    expect(table.get('other')).toBeUndefined();
  });
});

test('the bounds of the shipped memos are those of the limits', () => {
  expect(limits.labelMemoEntriesMax).toBeGreaterThan(0);
  expect(limits.labelMemoCharactersMax).toBeGreaterThan(limits.labelTextCharactersMax);
});

/** A table whose objects die when they are buried, in place of a garbage collector. */
function mortalTable(): {
  readonly intern: (text: string) => Key;
  readonly find: (text: string) => Key | undefined;
  readonly bury: () => void;
  readonly size: () => number;
} {
  const dead = new Set<Key>();
  const born: Key[] = [];
  const weak = (value: Key): Weak<Key> => ({
    deref: () => (dead.has(value) ? undefined : value),
  });
  const table = new InternTable<Key>({ sweepAt: 16, weak });
  return {
    intern: (text) => {
      const value = key(text);
      born.push(value);
      table.set(text, value);
      return value;
    },
    find: (text) => table.get(text),
    bury: () => {
      for (const value of born.splice(0)) dead.add(value);
    },
    size: () => table.size,
  };
}
