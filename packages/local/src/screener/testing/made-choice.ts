import type { Choice } from '../screener.ts';

/** How a screener that a test makes was chosen. */
export const madeChoice: Choice = {
  split: 'made',
  measure: 'made',
  seed: 1,
  calls: 2,
  tasks: 1,
  value: 0.5,
  at: '2026-01-02T03:04:05.000Z',
};
