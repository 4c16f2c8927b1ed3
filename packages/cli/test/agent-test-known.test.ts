import { expect, test } from 'vitest';
import { isKnown } from '../src/agent-test/report/show.ts';

test.each([
  [{ pairs: 4, unreached: 0, failed: 0, untested: [] }, true],
  [{ pairs: 4, unreached: 1, failed: 1, untested: [] }, true],
  // One text that the agent looked at says little of the others.
  [{ pairs: 60, unreached: 57, failed: 0, untested: [] }, false],
  [{ pairs: 4, unreached: 0, failed: 0, untested: ['pay'] }, false],
  [{ pairs: 0, unreached: 0, failed: 0, untested: [] }, false],
])('%j', (tried, known) => {
  expect(isKnown(tried)).toBe(known);
});
