import { expect, test } from 'vitest';
import type { PlainMessage } from '../../history/plain.ts';
import { keyOf } from './entries.ts';
import { noticeText } from './notice.ts';

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

test('an answer is the same with a notice in it, and another text is not', () => {
  const said = (text: string): PlainMessage => ({ role: 'assistant', text, calls: [] });
  const notice = noticeText('a person decides');
  expect(keyOf(said(`One moment.\n\n${notice}\n\n`))).toBe(keyOf(said('One moment.')));
  expect(keyOf(said('One moment. [Sluice: a\nperson]'))).not.toBe(keyOf(said('One moment.')));
  expect(() => noticeText('two\nlines')).toThrow(RangeError);
});
