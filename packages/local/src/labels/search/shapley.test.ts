import type { Label } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { bruteForce, documentLabels, searchOf } from '../../testing/losses.ts';
import { enumerateMinimal } from './enumerate.ts';
import { generatorsOf } from './generators.ts';
import { noImportance } from './importance.ts';
import type { LabelSearch } from './search.ts';
import { exactLabelsMax, exactShapley, pruned, sampledShapley } from './shapley.ts';

function inputOf(search: LabelSearch) {
  return { generators: generatorsOf(search), losses: search.losses };
}

/** The glove game: d0 has a left glove, d1 and d2 each a right one; a pair saves 6. */
const { space, labels } = documentLabels(3);

const isShown = (document: number, label: Label): boolean => {
  const own = labels[document];
  return own !== undefined && space.flowsTo(own, label);
};

const gloves = (label: Label): number =>
  isShown(0, label) && (isShown(1, label) || isShown(2, label)) ? 0 : 6;

const setting = { space, labels, floor: space.bottom, lambda: 0 };

test('the values of the glove game are 2/3, 1/6 and 1/6 of the whole', async () => {
  const values = await exactShapley(inputOf(searchOf(setting, gloves)));
  expect(values.map(({ label }) => label)).toEqual(labels);
  expect(values.map(({ value }) => value)).toEqual([4, 1, 1].map((value) => expect.closeTo(value)));
  expect(values.every(({ standardError }) => standardError === 0)).toBe(true);
});

describe('four labels, of which one is worth nothing', () => {
  const four = documentLabels(4);
  const worth = [3, 1, 0, 2];
  const additive = (label: Label): number =>
    four.labels.reduce(
      (loss, own, at) => loss + (four.space.flowsTo(own, label) ? 0 : (worth[at] ?? 0)),
      0,
    );
  const search = () => searchOf({ ...four, floor: four.space.bottom, lambda: 0 }, additive);

  test('exact values are what each adds', async () => {
    const counted = search();
    const values = await exactShapley(inputOf(counted));
    expect(values.map(({ value }) => value)).toEqual(worth.map((each) => expect.closeTo(each)));
    expect(counted.asked.size).toBe(2 ** 4 - 1);
  });

  test('sampled values are too, without error', async () => {
    const values = await sampledShapley(inputOf(search()), { orders: 5, seed: 1 });
    expect(values.map(({ value }) => value)).toEqual(worth.map((each) => expect.closeTo(each)));
    expect(values.every(({ standardError }) => standardError < 1e-9)).toBe(true);
  });
});

describe('sampled values', () => {
  const sampled = (orders: number, seed: number) =>
    sampledShapley(inputOf(searchOf(setting, gloves)), { orders, seed });

  test('are the same for the same seed, and others for another', async () => {
    expect(await sampled(10, 7)).toEqual(await sampled(10, 7));
    expect(await sampled(10, 7)).not.toEqual(await sampled(10, 8));
  });

  test('lie within a few standard errors of the exact ones, which shrink', async () => {
    const [few, many] = await Promise.all([sampled(50, 3), sampled(800, 3)]);
    const exact = await exactShapley(inputOf(searchOf(setting, gloves)));
    for (const [at, { value, standardError }] of many.entries()) {
      expect(Math.abs(value - (exact[at]?.value ?? Number.NaN))).toBeLessThan(4 * standardError);
      expect(standardError).toBeLessThan(few[at]?.standardError ?? 0);
    }
  });

  test('sum to the whole', async () => {
    const values = await sampled(3, 5);
    expect(values.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(6);
  });

  test('one order tells no error', async () => {
    const [first] = await sampled(1, 5);
    expect(first?.standardError).toBe(Number.POSITIVE_INFINITY);
  });
});

test('more labels than can be computed exactly are refused', async () => {
  const many = documentLabels(exactLabelsMax + 1);
  const search = searchOf({ ...many, floor: many.space.bottom, lambda: 0 }, () => 0);
  await expect(exactShapley(inputOf(search))).rejects.toThrow(
    expect.objectContaining({ code: 'limit-exceeded' }),
  );
  expect(search.asked.size).toBe(0);
});

describe('pruning', () => {
  const options = { threshold: 0.5, orders: 20, seed: 1 };
  const search = pruned(enumerateMinimal(noImportance), options);
  /**
   * One document has the fact, worth 4; five share its format, each worth 0.3: to tolerate 1.2 is
   * to tolerate the loss of any four of them, and the fifth comes with the fact into every answer.
   */
  const six = documentLabels(6);
  const formatted = (label: Label): number =>
    six.labels.reduce(
      (loss, own, at) => loss + (six.space.flowsTo(own, label) ? 0 : at === 0 ? 4 : 0.3),
      0,
    );
  const noisy = { ...six, floor: six.space.bottom };

  test('drops every combination with an irrelevant document', async () => {
    const at = (lambda: number) => searchOf({ ...noisy, lambda }, formatted);
    expect(await enumerateMinimal(noImportance)(at(1.2))).toHaveLength(5);
    // The fact alone loses 1.5.
    expect((await search(at(1.5))).map(String)).toEqual(['documents{d0}']);
    expect((await search(at(1.2))).map(String)).toEqual(['documents{d0, d1, d2, d3, d4, d5}']);
  });

  test('leaves what a filter of all answers leaves, on sets of documents', async () => {
    const random = [0.9, 0.1, 2.2, 0.7, 1.4, 0.2];
    const lossOf = (label: Label): number => {
      const shown = six.labels.map((own) => six.space.flowsTo(own, label));
      const facts = [
        [0, 1],
        [2, 3],
        [4, 5],
      ];
      return facts.reduce(
        (loss, some) => loss + Math.min(...some.map((at) => (shown[at] ? 0 : (random[at] ?? 0)))),
        shown.every(Boolean) ? 0 : 0.05,
      );
    };
    const all = { ...noisy, lambda: 0.2 };
    const values = await exactShapley(inputOf(searchOf(all, lossOf)));
    for (const threshold of [-1, 0.05, 0.1, 0.3, 9]) {
      const low = values.filter(({ value }) => value < threshold).map(({ label }) => label);
      const left = [...bruteForce(all, lossOf)].filter(
        (label) => !low.some((each) => six.space.flowsTo(each, label)),
      );
      const prune = pruned(enumerateMinimal(noImportance), { ...options, threshold });
      const found = await prune(searchOf(all, lossOf));
      const full = six.labels.reduce((a, b) => six.space.join(a, b), six.space.bottom);
      expect(new Set(found)).toEqual(new Set(left.length === 0 ? [full] : left));
    }
  });

  test('a value that is no number keeps its label', async () => {
    // Nothing helps unless all are there: infinite losses, of which differences say nothing.
    const all = searchOf({ ...noisy, lambda: 1 }, () => Number.POSITIVE_INFINITY);
    expect((await search(all)).map(String)).toEqual(['documents{d0, d1, d2, d3, d4, d5}']);
  });
});
