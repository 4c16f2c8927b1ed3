import { expect, test } from 'vitest';
import type { PlainCall, PlainMessage } from '@sluice/core';
import { PastCalls } from './past-calls.ts';

function past(...calls: readonly (readonly [tool: string, args: string, result?: string])[]) {
  const messages = calls.flatMap(([tool, args, result], at): PlainMessage[] => {
    const call: PlainCall = { id: `call_${at}`, tool, args };
    const generation: PlainMessage = { role: 'assistant', text: '', calls: [call] };
    if (result === undefined) return [generation];
    const parts = [{ kind: 'text' as const, text: result }];
    return [generation, { role: 'tool', callId: call.id, tool, parts }];
  });
  return new PastCalls({ messages });
}

const pay = { tool: 'pay', args: { to: 'ann', sum: 1 } };

test('each call is taken once', () => {
  const calls = past(['pay', '{"sum":1.0,"to":"ann"}', 'ok'], ['pay', '{"to":"ann","sum":1}']);
  expect(calls.take(pay)?.result).toBe('ok');
  expect(calls.take(pay)?.result).toBe('');
  expect(calls.take(pay)).toBeUndefined();
  expect(calls.find(pay)?.result).toBe('ok');
});

test.each([
  ['all arguments', '{}', true],
  ['one argument', '{"to":"[redacted]","sum":1}', true],
  ['a part of an argument', '{"to":"an[redacted]","sum":1}', true],
  ['an argument left out', '{"to":"ann"}', true],
  ['arguments that do not parse', '{"to":', true],
  ['another argument shown', '{"to":"[redacted]","sum":2}', false],
  ['another part shown', '{"to":"b[redacted]","sum":1}', false],
  ['an argument that it has not', '{"cc":"ann"}', false],
])('hidden: %s', (_, args, may) => {
  expect(past(['pay', args]).takeHidden(pay) !== undefined).toBe(may);
});

test('a hidden call of another tool is another call', () => {
  expect(past(['undeclared_tool', '{}'], ['send', '{}']).takeHidden(pay)).toBeUndefined();
});

test('hidden elements of a list', () => {
  const send = { tool: 'send', args: { to: ['ann', 'bob'] } };
  expect(past(['send', '{"to":["[redacted]"]}']).takeHidden(send)).toBeDefined();
  expect(past(['send', '{"to":["eve"]}']).takeHidden(send)).toBeUndefined();
});
