import { expect, test } from 'vitest';
import { saidFor } from './say.ts';

test.each([
  ['Say that I must try my kettle.', 'You must try your kettle.'],
  ['Please tell that it rains', 'It rains'],
  ['The moon is green', 'The moon is green'],
])('%s', (goal, said) => {
  expect(saidFor(goal)).toBe(said);
});
