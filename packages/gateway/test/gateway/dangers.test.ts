import { expect, test } from 'vitest';
import { dangers } from '../../fuzz/unknown/dangerous.ts';

test('`npm run fuzz:gateway` knows where each name stands that a table refuses', () => {
  expect(new Set(dangers().map(({ protocol }) => protocol))).toEqual(
    new Set(['chat', 'messages', 'responses', 'gemini']),
  );
});
