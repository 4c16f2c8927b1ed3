import { expect, test } from 'vitest';
import { heldOutNames, openNames } from './outside.ts';

test('the halves of the outside list are the ones that were drawn, and never drawn again', () => {
  expect(heldOutNames).toEqual([
    'Base32',
    'UnicodeVariantSelectors',
    'Ecoji',
    'Atbash',
    'Zalgo',
    'Braille',
    'SneakyBits',
  ]);
  expect(openNames.slice(6)).toHaveLength(7);
});

test('no spelling is in both halves, and none is lost', () => {
  expect(new Set([...heldOutNames, ...openNames]).size).toBe(20);
});
