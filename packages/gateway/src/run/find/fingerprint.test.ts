import type { PlainMessage } from '@sluice/core';
import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { chainOf, keyOf, nameLong, sha256, sha256InTurns } from './fingerprint.ts';

function said(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

const texts = [
  'short',
  '🦆"'.repeat(limits.messageUnitsMax),
  '€\n'.repeat(limits.smallBodyBytesMax),
];

test('a message has one name, whether it was named ahead or not', async () => {
  const ahead = texts.map(said);
  await nameLong(ahead);
  expect(ahead.map(keyOf)).toEqual(texts.map((text) => keyOf(said(text))));
  expect(chainOf(ahead)).toBe(chainOf(texts.map(said)));
  expect(new Set(ahead.map(keyOf)).size).toBe(texts.length);
});

test('the name of a long message is short', () => {
  for (const text of texts) expect(keyOf(said(text)).length).toBeLessThan(limits.messageUnitsMax);
});

test('a hash is the same at once and in turns', async () => {
  for (const text of texts) {
    const bytes = Buffer.from(text);
    expect(await sha256InTurns(bytes)).toBe(sha256(bytes));
  }
});
