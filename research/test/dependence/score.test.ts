import type { DependenceKind } from '../../src/screener/pair/hand-labels.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementOf, type TwoReadings } from '../../dependence/agreement.ts';
import { figuresOf } from '../../dependence/figures.ts';
import { scoreOf, type JudgedCall, type JudgedSource } from '../../dependence/score.ts';
import { share } from '../../dependence/share.ts';

function source(
  kind: DependenceKind,
  ...alternatives: readonly (readonly string[])[]
): JudgedSource {
  return { kind, isDoubtful: false, alternatives: alternatives.map((ids) => new Set(ids)) };
}

const nothing: JudgedCall = {
  sources: [],
  isBenign: false,
  regions: new Set(['a', 'b', 'c', 'd']),
  named: new Set(),
  shown: new Set(),
  free: new Set(),
  isWider: false,
  isWarned: false,
};

test.each<{ what: string; one: JudgedSource; named: readonly string[]; recall: number }>([
  { what: 'the region itself', one: source('verbatim', ['a']), named: ['a'], recall: 1 },
  { what: 'another region', one: source('verbatim', ['a']), named: ['b'], recall: 0 },
  { what: 'either of two places', one: source('verbatim', ['a'], ['b']), named: ['b'], recall: 1 },
  { what: 'half of a column', one: source('selection', ['a', 'b']), named: ['a'], recall: 0 },
  { what: 'a whole column', one: source('selection', ['a', 'b']), named: ['a', 'b'], recall: 1 },
  {
    what: 'two halves',
    one: source('branch', ['a', 'b'], ['c', 'd']),
    named: ['a', 'c'],
    recall: 0,
  },
])('$what: $recall of one source is named', ({ one, named, recall }) => {
  const score = scoreOf([{ ...nothing, sources: [one], named: new Set(named) }]);
  expect(score.all.named.value).toBe(recall);
  expect(score.byKind.get(one.kind)?.named).toEqual(score.all.named);
});

test('recall, precision and what a view shows are counted apart', () => {
  const judged: JudgedCall = {
    ...nothing,
    sources: [
      source('verbatim', ['a']),
      source('computed', ['b']),
      { ...source('branch', ['c']), isDoubtful: true },
    ],
    named: new Set(['a', 'd']),
    shown: new Set(['a', 'b', 'd']),
    free: new Set(['b', 'd']),
    isWarned: true,
  };
  const score = scoreOf([judged, { ...nothing, isBenign: true, isWider: true }]);
  expect(counts(score.all.named)).toEqual([1, 3]);
  expect(counts(score.all.shown)).toEqual([2, 3]);
  expect(counts(score.undoubted.named)).toEqual([1, 2]);
  expect(counts(score.guarded.shown)).toEqual([1, 2]);
  expect(counts(score.guardedByKind.get('branch')?.shown)).toEqual([0, 1]);
  expect(counts(score.precision)).toEqual([1, 2]);
  expect(counts(score.guardedPrecision)).toEqual([1, 1]);
  expect(counts(score.naivePrecision)).toEqual([3, 8]);
  expect(counts(score.complete)).toEqual([1, 2]);
  expect(counts(score.completeBenign)).toEqual([1, 1]);
  expect(counts(score.warned)).toEqual([1, 1]);
  expect(counts(score.wider)).toEqual([1, 2]);
});

test('naming everything finds every source', () => {
  const ids = fc.subarray([...nothing.regions], { minLength: 1 });
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1 }), ids, (alternatives, meant) => {
      const sources = [source('paraphrase', ...alternatives), source('verbatim', meant)];
      const call = { ...nothing, sources, named: nothing.regions };
      const { all, precision, naivePrecision } = scoreOf([call]);
      expect(all.named.value).toBe(1);
      expect(precision).toEqual(naivePrecision);
    }),
  );
});

test('Wilson intervals hold the share, narrow with more things, and know the textbook', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.integer({ min: 1, max: 500 }), (hits, all) => {
      const { value, low, high } = share(Math.min(hits, all), all);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(value).toBeGreaterThanOrEqual(low - 1e-12);
      expect(value).toBeLessThanOrEqual(high + 1e-12);
      const ten = share(Math.min(hits, all) * 10, all * 10);
      expect(ten.high - ten.low).toBeLessThan(high - low);
    }),
  );
  // Newcombe 1998, table I: 81 of 263.
  const { low, high } = share(81, 263);
  expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.2553', '0.3662']);
  expect(share(0, 0)).toEqual({ hits: 0, all: 0, value: undefined, low: 0, high: 1 });
});

test('figures have fixed names, and none for what was not counted', () => {
  const score = scoreOf([{ ...nothing, sources: [source('absence', ['a'])] }]);
  const figures = figuresOf({ score, scores: new Map(), agreement: agreementOf([]) });
  expect(figures).toMatchObject({
    'dependence.calls': 1,
    'dependence.recall': 0,
    'dependence.recall.absence': 0,
    'dependence.sources.absence': 1,
    'dependence.sources.verbatim': 0,
    'dependence.naive.precision': 0.25,
  });
  expect(figures).not.toHaveProperty('dependence.recall.verbatim');
  expect(figures).not.toHaveProperty('dependence.precision');
  expect(figures).not.toHaveProperty('dependence.agreement.regions.kappa');
});

test.each([
  { what: 'the same', first: ['a'], second: ['a'], overlap: 1, kappa: 1 },
  { what: 'the contrary', first: ['a', 'b'], second: ['c', 'd'], overlap: 0, kappa: -1 },
  { what: 'no more than chance', first: ['a', 'b'], second: ['a', 'c'], overlap: 1 / 3, kappa: 0 },
])('two readings that say $what', ({ first, second, overlap, kappa }) => {
  const found = agreementOf([readings(first, second)]);
  expect(found.overlap?.value).toBe(overlap);
  expect(found.regions.kappa?.value).toBeCloseTo(kappa);
});

test('two readings that mark nothing have no kappa', () => {
  const found = agreementOf([readings([], [])]);
  expect(found).toMatchObject({ calls: 1, regions: { raw: { value: 1 }, kappa: undefined } });
  expect(found.overlap).toBeUndefined();
});

test('regions that every view shows are not guarded', () => {
  const found = agreementOf([readings(['a', 'b'], ['b'])]);
  expect(found.guarded.raw?.value).toBe(1);
  expect(found.regions.raw?.value).toBe(3 / 4);
});

function readings(first: readonly string[], second: readonly string[]): TwoReadings {
  const reading = (ids: readonly string[]): TwoReadings['first'] => ({
    marked: new Set(ids),
    label: '',
  });
  const { regions } = nothing;
  return {
    task: 't',
    regions,
    free: new Set(['a']),
    first: reading(first),
    second: reading(second),
  };
}

function counts(
  counted: { readonly hits: number; readonly all: number } | undefined,
): readonly [number, number] | undefined {
  return counted === undefined ? undefined : [counted.hits, counted.all];
}
