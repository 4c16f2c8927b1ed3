import { canonicalJson, checkLattice, loadPolicy, type Label } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalArgs, stable } from '../../src/check/canonical.ts';
import { latticeOf } from '../../src/check/lattice/lattice.ts';
import { proves } from '../../src/testing/proves.ts';

const policy = `
version: 1
lattice:
  level: { chain: [low, '7 up', "a & b", top] }
  seen: { readers: any }
  sources: { powerset: any }
  owners: { powerset: [ann, 'b, c'], separationOfDuty: true }
groups: { staff: [ann, 'b, c'], all: ['@staff', dan] }
onViolation: ask
tools: {}
answer: { ceiling: bottom }
`;
const names = ['ann', 'b, c', 'dan', 'e}', 'f&g', 'ü', 'x"y', '@odd'];
const set = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 });
const quoted = (members: readonly string[]): string =>
  members.map((name) => JSON.stringify(name)).join(', ');
const clause = fc.oneof(
  fc.constantFrom('readers{@staff}', 'readers{@all, "e}"}'),
  set.map((people) => `readers{${quoted(people)}}`),
);
const readers = fc.oneof(
  fc.constantFrom('everyone', 'nobody').map((word) => [word]),
  fc.array(clause, { minLength: 1, maxLength: 3 }),
);
const members = fc.oneof(set.map(quoted), fc.constant('*'));
const label = fc
  .tuple(fc.constantFrom('low', '"7 up"', '"a & b"', 'level:top'), readers, members, members)
  .map(([level, seen, sources, owners]) => {
    return [level, ...seen, `sources{${sources}}`, `owners{${owners}}`].join(' & ');
  });

proves('check/own-lattice', async () => {
  const { space, dutyOf } = await loadPolicy(policy);
  const own = latticeOf(policy);
  const read = (theirs: Label) => own.read(theirs.text);
  expect(own.bottom).toBe(read(space.bottom));
  expect(own.top).toBe(read(space.top));
  fc.assert(
    fc.property(label, label, (one, two) => {
      const [a, b] = [space.parse(one), space.parse(two)];
      expect(own.read(one)).toBe(read(a));
      expect(own.flowsTo(read(a), read(b))).toBe(space.flowsTo(a, b));
      expect(own.violated(read(a), read(b))).toEqual(space.violated(a, b));
      expect(own.join(read(a), read(b))).toBe(read(space.join(a, b)));
      expect(own.meet(read(a), read(b))).toBe(read(space.meet(a, b)));
      expect(own.dutyOf(read(a))).toEqual(dutyOf(a));
    }),
    { numRuns: 500 },
  );
});

test('it is a lattice', () => {
  const own = latticeOf(policy);
  fc.assert(
    fc.property(label, label, label, (...texts) => {
      expect(checkLattice(own, texts.map(own.read), { same: Object.is })).toEqual([]);
    }),
  );
});

describe('texts that are no label', () => {
  test.each([
    ['nothing', ''],
    ['no dimension named', 'low'],
    ['an unknown level', 'high & everyone & sources{} & owners{}'],
    ['a dimension twice', 'low & low & everyone & sources{} & owners{}'],
    ['an unknown dimension', 'low & everyone & sources{} & owners{} & other{}'],
    ['an unknown group', 'low & readers{@none} & sources{} & owners{}'],
    ['a brace that is open', 'low & readers{ann & sources{} & owners{}'],
    ['a quote that is open', 'low & readers{"ann} & sources{} & owners{}'],
  ])('%s', (_, text) => {
    expect(() => latticeOf(policy).read(text)).toThrow(/label|group/);
  });
});

test('canonical JSON reads as the engine’s', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(stable(value)).toBe(canonicalJson(value));
    }),
  );
});

test.each([
  ['an object', '{"b":1.0,"a":[2e0,"x"]}', '{"a":[2,"x"],"b":1}'],
  ['a list', '[1]', undefined],
  ['text', 'none', undefined],
  ['half of it', '{"a":', undefined],
  ['a number past all', '{"a":1e999}', undefined],
  ['null', 'null', undefined],
])('arguments: %s', (_, written, canonical) => {
  expect(canonicalArgs(written)).toBe(canonical);
});
