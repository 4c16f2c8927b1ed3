import { expect, test } from 'vitest';
import type { Answer } from '../protocol.ts';
import { restOf } from './stream.ts';

function answer(text: string, withheld: boolean): Answer {
  return {
    id: 'a',
    createdMs: 0,
    model: 'm',
    text,
    withheld,
    calls: [],
    stop: 'complete',
    usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 },
    facts: undefined,
    reasoning: undefined,
  };
}

test.each([
  ['nothing was sent', answer('Hello.', false), { sent: '', rest: 'Hello.' }],
  ['a part was sent', answer('Hello.', false), { sent: 'Hel', rest: 'lo.' }],
  ['all was sent', answer('Hello.', false), { sent: 'Hello.', rest: '' }],
  ['a text of ours follows', answer('Let me. Wait.', true), { sent: 'Let me. ', rest: 'Wait.' }],
  ['a text of ours replaces it', answer('Wait.', true), { sent: 'Let me.', rest: '\n\nWait.' }],
])('%s', (_, whole, { sent, rest }) => {
  expect(restOf(whole, sent)).toBe(rest);
});

test('an answer that takes back what was sent is an error', () => {
  expect(() => restOf(answer('No.', false), 'Yes')).toThrow(/does not begin/);
});
