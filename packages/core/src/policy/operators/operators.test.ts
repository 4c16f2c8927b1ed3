import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCondition } from '../compile/condition.ts';
import { implies, isImpossible } from '../lint/implies.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { OperatorsSource } from '../source.ts';
import { proves } from '../../testing/proves.ts';
import { operatorNames, operators } from './operators.ts';
import type { Truth } from './truth.ts';

const groups = new Map([
  ['known', ['a', '/srv/a', 'https://a.example/']],
  ['workspace', ['/srv']],
]);

function truthOf(source: OperatorsSource, values: readonly unknown[]): Truth {
  const read = readCondition(source, groups);
  if (read.kind === 'mistake') throw new Error(read.message);
  return read.holds(values, new PatternBudget());
}

const folders = ['/srv', '/srv/a', '/SRV/a', 'srv', String.raw`C:\srv`, 'c:/srv/a'];
const hosts = ['a.example', '*.a.example', 'b.a.example', '*.b.a.example'];
const paths = ['/srv/a/b', '/srv/b', '/srv/a/../b', '/srv/a/ ', '/srv/a/..%2f', 'C:/SRV/a'];
const addresses = [
  ...hosts.map((host) => `https://${host.replace('*', 'x')}/`),
  'http://A.example',
  ' https://a.example/',
  'https://a.example:8/',
  'https://c.example/',
];
const commands = ['ls', 'cat .env', 'npm test', 'npm test > x', 'eval x', 'curl a; eval x'];
const patches = ['a.ts', '.env', '/etc/x'].map(
  (file) => `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch`,
);
const texts = [
  ...commands,
  ...patches,
  '.env',
  'AGENTS.md',
  'a',
  'A',
  ' a',
  'b',
  '7',
  ...folders,
  ...paths,
  ...addresses,
];
const scalars = [...texts, '@known', 1, 5, 7, true, null];
const values = [
  ...scalars,
  undefined,
  {},
  [],
  ['a', 'b'],
  ['sh', '-c', 'ls'],
  [7, 9],
  Number.NaN,
  9,
];

const list = fc.array(fc.constantFrom(...scalars), { maxLength: 3 });
const someEffects = fc.subarray(['read', 'readSecret', 'write', 'run', 'unknown'] as const, {
  minLength: 1,
});
const kinds = fc.subarray(['project', 'secret', 'outside'] as const, { minLength: 1 });
const condition: fc.Arbitrary<OperatorsSource> = fc
  .record(
    {
      in: list,
      notIn: list,
      matches: fc.constantFrom('a', '.*'),
      under: fc.array(fc.constantFrom(...folders), { minLength: 1, maxLength: 2 }),
      host: fc.array(fc.constantFrom(...hosts), { minLength: 1, maxLength: 2 }),
      shell: someEffects,
      shellDoes: someEffects,
      file: kinds,
      patch: kinds,
      atLeast: fc.constantFrom(1, 5),
      atMost: fc.constantFrom(1, 5, 9),
      exists: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((source) => Object.keys(source).length > 0);

test('every operator has a row and stands in the order of the rows', () => {
  expect(Object.keys(operators)).toEqual(operatorNames);
});

proves('policy/operators-imply', () => {
  const read = fc.array(fc.constantFrom(...values), { maxLength: 3 });
  // Half of the pairs share operators: two that are drawn apart seldom follow from each other.
  const pair = fc.oneof(
    fc.tuple(condition, condition),
    fc
      .tuple(condition, fc.subarray([...operatorNames]))
      .map(([whole, names]): [OperatorsSource, OperatorsSource] => [
        whole,
        Object.fromEntries(
          Object.entries(whole).filter(([name]) => names.some((each) => each === name)),
        ),
      ]),
  );
  let followed = 0;
  fc.assert(
    fc.property(pair, read, ([narrow, wide], found) => {
      if (isImpossible(narrow, groups)) expect(truthOf(narrow, found)).not.toBe('true');
      if (Object.keys(wide).length === 0) return;
      if (!implies({ a: narrow }, { a: wide }, groups)) return;
      followed += 1;
      const whole = truthOf(narrow, found);
      const part = truthOf(wide, found);
      expect([whole, part]).not.toEqual(['true', 'unknown']);
      if (whole !== 'false') expect(part).not.toBe('false');
    }),
    { numRuns: 20_000 },
  );
  expect(followed).toBeGreaterThan(500);
});

describe('what is of another type than an operator reads is in doubt', () => {
  const mapping = { path: '/srv/a', '/srv/a': 'https://a.example/' };
  const others: readonly unknown[] = [mapping, {}, [], [[]], [mapping], [['/srv/a']], undefined];
  const read: readonly (readonly [OperatorsSource, readonly unknown[]])[] = [
    [{ in: ['/srv/a', 7] }, [true, null]],
    [{ notIn: ['/srv/a', 7] }, [true, null]],
    [{ matches: '.*' }, [7, true, null]],
    [{ under: '/srv' }, [7, true, null]],
    [{ host: 'a.example' }, [7, true, null]],
    [{ shell: ['read'] }, [7, true, null]],
    [{ shellDoes: ['read'] }, [7, true, null]],
    [{ file: ['project'] }, [7, true, null]],
    [{ patch: ['project'] }, [7, true, null, 'a']],
    [{ atLeast: 1 }, ['7', true, null]],
    [{ atMost: 9 }, ['7', true, null]],
  ];

  test('all operators that read a value are tried', () => {
    const named = read.flatMap(([source]) => Object.keys(source));
    expect([...named, 'exists'].toSorted()).toEqual([...operatorNames].toSorted());
  });

  test.each(read)('%j', (source, more) => {
    for (const value of [...others, ...more]) {
      expect(truthOf(source, [value]), JSON.stringify(value)).toBe('unknown');
    }
  });
});

test.each<[OperatorsSource, OperatorsSource, boolean]>([
  [{ in: ['@known'] }, { in: ['a', '/srv/a', 'https://a.example/'] }, true],
  [{ in: ['a'] }, { in: ['a', 7] }, false],
  [{ notIn: ['a', 7] }, { notIn: ['a'] }, false],
  [{ in: ['/srv/a/b'] }, { under: '/srv/a' }, true],
  [{ in: ['/srv/b'] }, { under: '/srv/a' }, false],
  [{ under: '/srv/a' }, { under: ['/srv', '/opt'] }, true],
  [{ under: '/srv' }, { under: '/srv/a' }, false],
  [{ under: 'srv' }, { under: '/srv' }, false],
  [{ in: ['https://a.example/x'] }, { host: 'a.example' }, true],
  [{ host: 'b.a.example' }, { host: '*.a.example' }, true],
  [{ host: '*.b.a.example' }, { host: '*.a.example' }, true],
  [{ host: 'a.example' }, { host: '*.a.example' }, false],
  [{ host: '*.a.example' }, { host: 'a.example' }, false],
  [{ host: 'xa.example' }, { host: '*.a.example' }, false],
  [{ in: [7] }, { atLeast: 5 }, true],
  [{ shell: ['read'] }, { shell: ['write', 'read'] }, true],
  [{ shell: ['read', 'run'] }, { shell: ['read'] }, false],
  [{ shellDoes: ['run'] }, { shellDoes: ['run', 'write'] }, true],
  [{ file: ['project'] }, { file: ['project', 'secret'] }, true],
  [{ patch: ['secret'] }, { patch: ['project'] }, false],
  [{ in: ['ls'] }, { shell: ['read'] }, false],
])('%j implies %j: %s', (narrow, wide, wanted) => {
  expect(implies({ x: narrow }, { x: wide }, groups)).toBe(wanted);
});

test.each<[OperatorsSource, boolean]>([
  [{ under: '/srv', host: 'a.example' }, true],
  [{ under: '/srv', atMost: 1 }, true],
  [{ host: 'a.example', atLeast: 1 }, true],
  [{ host: 'a.example', exists: false }, true],
  [{ in: ['rm x'], shell: ['read'] }, false],
  [{ shell: ['read'], shellDoes: ['write'] }, true],
  [{ shell: ['read', 'write'], shellDoes: ['write'] }, false],
  [{ file: ['project'], patch: ['project'] }, true],
  [{ shell: ['read'], atMost: 1 }, true],
  [{ in: ['/opt'], under: '/srv' }, true],
  [{ in: ['/opt', '/srv/a'], under: '/srv' }, false],
  [{ under: '/srv', matches: '.*' }, false],
  [{ in: ['@known'], atLeast: 1 }, true],
])('nothing meets %j: %s', (source, wanted) => {
  expect(isImpossible(source, groups)).toBe(wanted);
});
