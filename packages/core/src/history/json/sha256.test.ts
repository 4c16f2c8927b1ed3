import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from './sha256.ts';

function reference(text: string): string {
  return createHash('sha256').update(text.toWellFormed(), 'utf8').digest('hex');
}

test('the digest is that of every other implementation, at each length of the last block', () => {
  for (let length = 0; length <= 200; length += 1) {
    const text = 'a'.repeat(length);
    expect(sha256(text), String(length)).toBe(reference(text));
  }
});

test('of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => {
      expect(sha256(text)).toBe(reference(text));
    }),
  );
  const long = 'ä'.repeat(10_000);
  expect(sha256(long)).toBe(reference(long));
});
