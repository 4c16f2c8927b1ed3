import { expect, test } from 'vitest';
import { mayBeRounded } from './call-gate.ts';

test.each([
  ['1187654321098765433', true],
  ['{ "id": [9007199254740993] }', true],
  ['{ "amount": 0.1234567890123456789 }', true],
  ['1e999', true],
  ['9007199254740991', false],
  ['{ "amount": 1250.75, "list": [0.1, -0.00000123, 1e-7, 3] }', false],
  ['123456789012.345', false],
  ['{ "text": "1187654321098765433", "none": null, "off": false }', false],
])('%s', (text, expected) => {
  const parsed: unknown = JSON.parse(text);
  expect(mayBeRounded(parsed)).toBe(expected);
});
