import { expect, test } from 'vitest';
import type { PlainMessage } from '../../history/plain.ts';
import { keyOf } from './entries.ts';

const result: PlainMessage = {
  role: 'tool',
  callId: 'a',
  tool: 'read',
  parts: [{ kind: 'text', text: 'failed' }],
};

test.each<[string, PlainMessage, boolean]>([
  ['the name of the tool', { ...result, tool: 'other' }, true],
  ['that it did not fail', { ...result, failed: false }, true],
  ['that it failed', { ...result, failed: true }, false],
  ['the call', { ...result, callId: 'b' }, false],
  ['one more part', { ...result, parts: [...result.parts, ...result.parts] }, false],
])('a result that differs in %s', (_, other, isSame) => {
  expect(keyOf(other) === keyOf(result)).toBe(isSame);
});
