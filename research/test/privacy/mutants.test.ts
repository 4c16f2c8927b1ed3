import { expect } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { holdMutants } from '../mutants/hold-mutants.ts';
import { checks, type Graders } from './checks.ts';
import { mutants } from './mutants.ts';

const survivors = holdMutants<Graders>({
  name: 'privacy',
  // The sources of the graders, themselves included.
  folders: [
    'privacy/measure',
    'privacy/run',
    '.',
    'privacy/task',
    'privacy/retail',
    'privacy/world',
    'privacy/reader',
    'privacy/defence',
    'statistics',
    'reader',
  ],
  mutated: 'privacy',
  modules: [
    'privacy/measure/best',
    'privacy/measure/claims',
    'privacy/measure/measures',
    'privacy/measure/privacy-figures',
    'privacy/measure/verdict',
    'privacy/run/is-done',
    'privacy/run/wanted',
    'privacy/task/oracle-label',
  ],
  core: 'index.ts',
  mutants,
  checks,
});

proves('privacy/mutants', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(12);
  expect(survivors()).toEqual([]);
});
