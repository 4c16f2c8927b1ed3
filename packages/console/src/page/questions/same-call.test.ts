import { expect, test } from 'vitest';
import { isSameCall } from './same-call.ts';

const isSame = (one: string, other: string): boolean =>
  isSameCall({ tool: 'send', args: one }, { tool: 'send', args: other });

test('spaces and the order of keys make no other call', () => {
  expect(isSame('{"a":{"b":1,"c":[2]}}', '{ "a": { "c": [2], "b": 1 } }')).toBe(true);
});

test('an object is no array of its members', () => {
  expect(isSame('{"to":{"a":1}}', '{"to":[["a",1]]}')).toBe(false);
});
