import { expect } from 'vitest';
import { seedsFrom, triedUnder } from '../../../../test/random-runs.ts';
import { proves } from '../../../testing/proves.ts';
import { lineage, type LineageRule } from '../../lineage.ts';

const rules: readonly LineageRule[] = ['days', 'fields', 'mentions', 'sums'];

proves('lineage/rules-noninterference', async () => {
  const { violations, steps, narrow } = await triedUnder(seedsFrom(1, 60), ({ seed }) =>
    lineage({ rules: seed % 5 === 0 ? [...rules, 'everything'] : rules }),
  );
  expect(violations).toEqual([]);
  // Or nothing was compared, or nothing was chosen.
  expect(steps).toBeGreaterThan(20);
  expect(narrow).toBeGreaterThan(20);
});
