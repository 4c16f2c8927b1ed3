import { describe, expect, test } from 'vitest';
import { comparisonText } from '../../src/report/compare/compare-text.ts';
import { compare, type Comparison } from '../../src/report/compare/compare.ts';
import { sideOf } from '../../src/report/compare/pairs.ts';
import { proves } from '../../src/testing/proves.ts';
import type { TrialLine } from '../../src/trial/trial.ts';
import { erred, finished, ledger, trial } from './small-ledger.ts';

const tasks = ['a', 'b', 'c', 'd', 'e'];

/** Which tasks are done. */
function runs(defence: string, done: readonly string[]): readonly TrialLine[] {
  return tasks.map((task) => trial({ defence, task }, finished({ utility: done.includes(task) })));
}

function compared(first: readonly TrialLine[], second: readonly TrialLine[]): Comparison {
  return compare({ name: 'before', lines: first }, { name: 'after', lines: second });
}

function shareOf({ groups }: Comparison, measure: string) {
  return groups[0]?.shares.find((share) => share.measure === measure);
}

proves('report/same-cases', () => {
  const first = [
    ...runs('naive', ['a', 'b']),
    trial({ defence: 'naive', task: 'x' }, finished({})),
  ];
  const second = [
    ...runs('lineage', ['b', 'c', 'd']),
    trial({ defence: 'lineage', task: 'y' }, finished({})),
  ];
  const found = compared(first, second);
  expect(found.groups.map(({ name }) => name)).toEqual(['garden/v3, reader:lax, naive → lineage']);
  expect(found.groups[0]?.onlyFirst).toEqual(['pond/x, skip']);
  expect(found.groups[0]?.onlySecond).toEqual(['pond/y, skip']);
  expect(shareOf(found, 'utility')).toMatchObject({
    first: { count: 2, of: 5 },
    second: { count: 3, of: 5 },
    onlyFirst: 1,
    onlySecond: 2,
    p: 1,
    changed: [
      { name: 'pond/a', first: 'yes', second: 'no' },
      { name: 'pond/c', first: 'no', second: 'yes' },
      { name: 'pond/d', first: 'no', second: 'yes' },
    ],
  });
  expect(shareOf(found, 'utility')?.difference.difference).toBeCloseTo(0.2, 12);
  expect(shareOf(found, 'utility')?.difference.low).toBeLessThan(0);
  const text = comparisonText(found);
  for (const part of ['+20.0 [', 'pond/a: yes → no', 'only in before (1)', 'pond/y, skip'])
    expect(text).toContain(part);
});

describe('sides', () => {
  const both = ledger([...runs('naive', ['a']), ...runs('lineage', ['b'])]);

  test('two defences of one ledger', () => {
    const sides = ['naive', 'lineage'].map((defence) =>
      sideOf({ name: 'x.jsonl', lines: both }, { defence }),
    );
    expect(sides.map(({ name, lines }) => [name, lines.length])).toEqual([
      ['x.jsonl, naive', 5],
      ['x.jsonl, lineage', 5],
    ]);
  });

  test('ledgers with several defences: each with its namesake', () => {
    const side = sideOf({ name: 'x.jsonl', lines: both }, {});
    const found = compare(side, side);
    expect(found.groups.map(({ name }) => name)).toEqual([
      'garden/v3, reader:lax, lineage',
      'garden/v3, reader:lax, naive',
    ]);
    for (const { shares } of found.groups)
      for (const { difference, p, changed } of shares)
        expect([difference.difference, p, changed]).toEqual([0, 1, []]);
  });

  test('two models are compared by what they were asked', () => {
    const [first, second] = ['m1', 'm2'].map((model) =>
      tasks.map((task) => trial({ model, task }, finished({ utility: model === 'm2' }))),
    );
    const found = compared(first ?? [], second ?? []);
    expect(found.groups[0]?.name).toBe('garden/v3, m1 → m2, none');
    expect(shareOf(found, 'utility')).toMatchObject({ onlyFirst: 0, onlySecond: 5, p: 0.0625 });
  });
});

test('an error decides nothing, and is named', () => {
  const second = [trial({ defence: 'lineage', task: 'a' }, erred('gone'))];
  const found = compared(runs('naive', ['a']), [...second, ...runs('lineage', []).slice(1)]);
  expect(shareOf(found, 'utility')).toMatchObject({
    unknown: 1,
    first: { count: 0, of: 4 },
    changed: [{ name: 'pond/a', first: 'yes', second: 'error' }],
  });
  expect(comparisonText(found)).toContain('utility: left out for an error (1)');
});

test('attack success through calls and through the answer are told apart', () => {
  const attack = { name: 'sign', goal: 'g' };
  const attacked = (defence: string, throughAnswer: boolean): TrialLine =>
    trial({ defence, attack }, finished({ attacked: 'yes', throughAnswer }));
  const found = compared([attacked('none', false)], [attacked('naive', true)]);
  expect(shareOf(found, 'attack success through calls')).toMatchObject({ onlyFirst: 1 });
  expect(shareOf(found, 'attack success in the answer only')).toMatchObject({ onlySecond: 1 });
});

test('nothing in common is said, not counted', () => {
  const found = compared(runs('none', []), []);
  expect(found.groups).toEqual([]);
  expect(comparisonText(found)).toBe('after and before have no case in common\n');
});

test('the order of a ledger changes no interval', () => {
  const [first, second] = [runs('naive', ['a', 'b']), runs('lineage', ['c'])];
  expect(compared(first.toReversed(), second)).toEqual(compared(first, second.toReversed()));
});

test('names of a ledger are text in the terminal', () => {
  const evil = '\u001B[2J<script>alert(1)</script>\nutility: 100%';
  const found = compared(
    [trial({ task: evil, defence: evil }, finished({ utility: true }))],
    [trial({ task: evil, defence: 'none' }, finished({ utility: false }))],
  );
  expect(comparisonText(found)).not.toContain('\u001B');
  expect(comparisonText(found)).not.toMatch(/^utility: 100%/m);
  expect(comparisonText(found)).toContain('not a real model’s figures');
});
