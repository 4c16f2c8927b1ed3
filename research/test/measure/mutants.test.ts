import { expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { holdMutants } from '../mutants/hold-mutants.ts';
import { checks, type Measure } from './checks.ts';
import { mutants } from './mutants.ts';

const survivors = holdMutants<Measure>({
  name: 'measure',
  folders: ['measure', 'statistics', 'trial'],
  mutated: 'measure',
  modules: [
    'measure/compare',
    'measure/controls',
    'measure/figures',
    'measure/questions-left',
    'measure/rows',
  ],
  core: 'errors.ts',
  mutants,
  checks,
});

proves('bench/mutants', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(10);
  expect(survivors()).toEqual([]);
});
