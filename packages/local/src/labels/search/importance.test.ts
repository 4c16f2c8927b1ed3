import { chain, labelSpace } from '@sluice/core';
import { expect, test } from 'vitest';
import { documentLabels, searchOf } from '../../testing/losses.ts';
import { generatorsOf } from './generators.ts';
import { aloneImportance, byImportance, noImportance } from './importance.ts';

const { space, labels } = documentLabels(6);
/** d4 alone is nearly enough, d2 helps, the others do not. */
const search = searchOf({ space, labels, floor: space.bottom, lambda: 0 }, (label) =>
  label === labels[4] ? 1 : label === labels[2] ? 3 : 5,
);

test('what serves alone stands first; others keep their order', async () => {
  const ordered = await byImportance(search, generatorsOf(search), aloneImportance);
  expect(ordered.map(String)).toEqual(
    ['d4', 'd2', 'd0', 'd1', 'd3', 'd5'].map((name) => `documents{${name}}`),
  );
});

test('without importance nothing is scored', async () => {
  const counted = searchOf(search, () => 1);
  await byImportance(counted, generatorsOf(counted), noImportance);
  expect(counted.asked.size).toBe(0);
});

test('few labels are not worth an order', async () => {
  const few = searchOf({ ...search, labels: labels.slice(0, 4) }, () => 1);
  await byImportance(few, generatorsOf(few), aloneImportance);
  expect(few.asked.size).toBe(0);
});

test('what flows to an important label stands before it', async () => {
  const levels = labelSpace({ level: chain(['l0', 'l1', 'l2', 'l3', 'l4', 'l5']) });
  const all = ['l1', 'l2', 'l3', 'l4', 'l5'].map((text) => levels.parse(text));
  const total = searchOf({ space: levels, labels: all, floor: levels.bottom, lambda: 0 }, () => 0);
  const ordered = await byImportance(total, generatorsOf(total), (label) => all.indexOf(label));
  expect(ordered).toEqual(all);
});
