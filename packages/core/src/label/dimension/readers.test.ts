import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { arbitraryReaders } from '../../../test/arbitrary-labels.ts';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import type { GroupSnapshot } from './groups.ts';
import { everyone, nobody, parseReaders, readerSet, type ReadersValue } from './readers-value.ts';
import { readers } from './readers.ts';

const groups = {
  finance: ['alice', 'bob'],
  ops: ['carol', '@finance'],
  empty: [],
  ring: ['@gnir', 'dave'],
  gnir: ['@ring'],
  haunted: ['alice', '@ghosts'],
} as const;
const dimension = readers(groups);

function read(text: string): ReadersValue {
  const value = parseReaders(text);
  if (value === undefined) throw new Error(`${text} is no readers value`);
  return value;
}

describe('flowsTo', () => {
  test.each([
    ['everyone', 'readers{eve}', true],
    ['readers{alice}', 'everyone', false],
    ['readers{alice, bob}', 'readers{alice}', true],
    ['readers{alice}', 'readers{alice, bob}', false],
    ['readers{alice}', 'nobody', true],
    ['nobody', 'readers{alice}', false],
    ['readers{@finance}', 'readers{alice}', true],
    ['readers{alice, bob}', 'readers{@finance}', true],
    ['readers{alice}', 'readers{@finance}', false],
    ['readers{@ops}', 'readers{bob}', true],
    ['readers{@ring}', 'readers{dave}', true],
    ['readers{@gnir}', 'readers{@ring}', true],
    ['nobody', 'readers{@empty}', true],
    ['readers{@empty}', 'readers{alice}', false],
    ['readers{@finance} & readers{alice, eve}', 'readers{alice}', true],
    ['readers{@finance} & readers{alice, eve}', 'readers{bob}', false],
    ['readers{alice}', 'readers{@finance} & readers{alice, eve}', true],
  ])('%s -> %s: %s', (from, to, flows) => {
    expect(dimension.flowsTo(read(from), read(to))).toBe(flows);
  });

  proves('readers/unknown-group', () => {
    const failing = readers({
      snapshot: () => {
        throw new Error('the directory is down');
      },
    });
    const lying = readers({
      snapshot: () => ({ version: 1, members: () => JSON.parse('"alice"') }),
    });
    const throwing = readers({
      snapshot: () => ({
        version: 1,
        members: () => {
          throw new Error('no such group');
        },
      }),
    });
    for (const each of [dimension, failing, lying, throwing]) {
      expect(each.flowsTo(read('readers{@ghosts}'), read('readers{alice}'))).toBe(false);
      expect(each.flowsTo(read('readers{alice}'), read('readers{@ghosts}'))).toBe(false);
      expect(each.flowsTo(read('readers{@ghosts}'), read('readers{@shades}'))).toBe(false);
      expect(each.flowsTo(read('readers{@ghosts}'), read('readers{@ghosts}'))).toBe(true);
      expect(each.flowsTo(read('readers{alice, @ghosts}'), read('readers{@ghosts}'))).toBe(true);
      expect(each.flowsTo(read('readers{alice}'), read('readers{alice} & readers{@ghosts}'))).toBe(
        true,
      );
    }
  });

  test('an unknown group inside a known one bounds it no more', () => {
    expect(dimension.flowsTo(read('readers{@haunted}'), read('readers{alice}'))).toBe(true);
    expect(dimension.flowsTo(read('readers{alice}'), read('readers{@haunted}'))).toBe(false);
    expect(dimension.flowsTo(read('readers{alice, @ghosts}'), read('readers{@haunted}'))).toBe(
      true,
    );
  });

  test('it agrees with asking of every person, whoever the unknown groups may hold', () => {
    const name = fc.constantFrom(...people);
    const value = arbitraryReaders(dimension, name);
    fc.assert(
      fc.property(value, value, (from, to) => {
        expect(dimension.flowsTo(from, to)).toBe(flowsByAsking(from, to));
      }),
      { numRuns: 500 },
    );
  });
});

proves('readers/groups-at-decision', () => {
  let members: Record<string, readonly string[]> = { finance: ['alice'] };
  let version = 1;
  const live = readers({ snapshot: () => ({ version, members: (group) => members[group] }) });
  const [from, to] = [read('readers{@finance}'), read('readers{bob}')];
  expect(live.flowsTo(from, to)).toBe(false);
  members = { finance: ['alice', 'bob'] };
  version = 2;
  expect(live.flowsTo(from, to)).toBe(true);
  members = {};
  version = 3;
  expect(live.flowsTo(from, to)).toBe(false);
});

test('a known group is looked up once a version, an unknown one each time', () => {
  const members = vi.fn<GroupSnapshot['members']>((group) =>
    group === 'ops' ? ['bob'] : undefined,
  );
  const live = readers({ snapshot: () => ({ version: 1, members }) });
  for (let turn = 0; turn < 3; turn++) {
    live.flowsTo(read('readers{@ops}'), read('readers{alice}'));
    live.flowsTo(read('readers{@ghosts}'), read('readers{alice}'));
  }
  expect(members.mock.calls.flat()).toEqual(['ops', 'ghosts', 'ghosts', 'ghosts']);
});

test('joins keep groups symbolic', () => {
  const joined = dimension.join(read('readers{alice, @finance}'), read('readers{@ops}'));
  expect(dimension.print(joined)).toBe('readers{@ops} & readers{alice, @finance}');
});

test('a fixed list of groups is copied', () => {
  const members = ['alice'];
  const fixed = readers({ finance: members });
  members.push('eve');
  expect(fixed.flowsTo(read('readers{@finance}'), read('readers{eve}'))).toBe(false);
});

test('a fixed group is named without its @', () => {
  expect(() => readers({ '@finance': [] })).toThrow(/`@finance`/);
});

test.each(['__proto__', 'constructor', 'toString', 'snapshot'])(
  'the group %s is not found by accident',
  (group) => {
    const sink = readerSet({ groups: [group] }) ?? everyone;
    expect(readers({}).flowsTo(read('readers{alice}'), sink)).toBe(false);
  },
);

describe('limits', () => {
  const wide = (prefix: string, count: number): ReadersValue =>
    readerSet({
      principals: Array.from({ length: count }, (_, index) => `${prefix}${index}`),
      groups: [prefix],
    }) ?? nobody;

  test('a set of too many members is undefined, so that its maker must choose', () => {
    const length = limits.labelMembersMax + 1;
    const principals = Array.from({ length }, (_, index) => `p${index}`);
    expect(readerSet({ principals })).toBeUndefined();
    expect(readerSet({ principals: principals.slice(1) })).toBeDefined();
    expect(readerSet({ principals: ['x'.repeat(limits.labelTextCharactersMax)] })).toBeUndefined();
  });

  proves('lattice/limits-fail-closed', () => {
    let joined = everyone;
    for (let index = 0; index <= limits.labelClausesMax; index++) {
      joined = dimension.join(joined, readerSet({ groups: [`g${index}`] }) ?? everyone);
    }
    expect(joined).toBe(nobody);
    expect(dimension.meet(wide('a', 600), wide('b', 600))).toBe(everyone);
  });

  test('a meet of many clauses is decided without multiplying them out', () => {
    const many = (others: string): ReadersValue => {
      const clauses = Array.from(
        { length: limits.labelClausesMax },
        (_, index) => `readers{${others}@g${index}}`,
      );
      return read(clauses.join(' & '));
    };
    expect(dimension.meet(many(''), many('alice, '))).toBe(everyone);
    expect(dimension.meet(many(''), many(''))).toEqual(many(''));
  });
});

const people = ['alice', 'bob', 'carol', 'dave', 'eve'] as const;
const listed: Readonly<Record<string, readonly string[]>> = {
  finance: ['alice', 'bob'],
  ops: ['carol', 'alice', 'bob'],
};

/** Asks of each person, and of a stranger, under every choice of who the unknown groups hold. */
function flowsByAsking(from: ReadersValue, to: ReadersValue): boolean {
  return [...people, 'stranger'].every((person) =>
    subsets(['ghosts', 'shades', ...people]).every(
      (held) => !mayRead(to, person, held) || mayRead(from, person, held),
    ),
  );
}

/** `held`: the unknown groups that this person is in. */
function mayRead(value: ReadersValue, person: string, held: readonly string[]): boolean {
  return value.clauses.every(
    (clause) =>
      clause.principals.includes(person) ||
      clause.groups.some((group) => held.includes(group) || listed[group]?.includes(person)),
  );
}

function subsets([first, ...rest]: readonly string[]): string[][] {
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((each) => [each, [first, ...each]]);
}
