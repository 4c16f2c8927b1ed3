import type { PlainMessage } from '@sluice/core';
import { expect, test } from 'vitest';
import { contentIds, withContentIds } from './content-ids.ts';

const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'go' }] };

function exchange(id: string, args: string): readonly PlainMessage[] {
  return [
    { role: 'assistant', text: '', calls: [{ id, tool: 'read', args }] },
    { role: 'tool', callId: id, tool: 'read', parts: [{ kind: 'text', text: 'r' }] },
  ];
}

test('the provider’s ids and spacing make no difference', () => {
  const one = withContentIds([user, ...exchange('call_abc', '{"a":1}')]);
  const two = withContentIds([user, ...exchange('toolu_9', '{ "a": 1 }')]);
  const [, call, result] = one;
  expect(one.map(idsOf)).toEqual(two.map(idsOf));
  expect(idsOf(result)).toEqual(idsOf(call));
});

test('the ids of a generation are those that it has when it comes back', () => {
  const [id = ''] = contentIds([user], [{ tool: 'read', args: '{"a":1}' }]);
  const [, call] = withContentIds([user, ...exchange('x', '{"a":1}')]);
  expect(idsOf(call)).toEqual([`call_${id}`]);
});

test('the same call has another id later, and beside itself', () => {
  const twice = withContentIds([user, ...exchange('a', '{}'), ...exchange('b', '{}')]);
  expect(new Set(twice.flatMap(idsOf)).size).toBe(2);
  const call = { tool: 'read', args: '{}' };
  expect(new Set(contentIds([user], [call, call])).size).toBe(2);
});

test('a result of no call keeps its id', () => {
  const [, stray] = exchange('a', '{}');
  expect(withContentIds(stray === undefined ? [] : [stray])).toEqual([stray]);
});

function idsOf(message: PlainMessage | undefined): readonly string[] {
  if (message?.role === 'assistant') return message.calls.map(({ id }) => id);
  return message?.role === 'tool' ? [message.callId] : [];
}
