import type { View } from '@sluice/core';
import { expect, test } from 'vitest';
import { canBeReadIn } from './can-be-read-in.ts';

const pay = { tool: 'pay', args: '{"to":"éve","amount":12}' };

function viewWith(text: string): View {
  return { tools: [], messages: [{ role: 'user', parts: [{ kind: 'text', text }] }] };
}

test.each([
  { from: 'pay éve 12', calls: [pay], readable: true },
  { from: 'pay éve', calls: [pay], readable: false },
  { from: 'pay éve 12', calls: [pay, { tool: 'pay', args: '{"to":"bob"}' }], readable: false },
  { from: '', calls: [pay], readable: false },
  { from: '', calls: [{ tool: 'list', args: '{}' }], readable: true },
  { from: 'pay éve 12', calls: [{ tool: 'pay', args: '{"to' }], readable: false },
])('from `$from`, $calls', ({ from, calls, readable }) => {
  expect(canBeReadIn(viewWith(from), calls)).toBe(readable);
});
