import { expect, test } from 'vitest';
import { examplesOf } from './example.ts';

test.each(['b[a-z]+', String.raw`x-\d`, 'bill|note', '[b-d]q?', 'ä.*', '(?:xy){2}', '[^a0A]'])(
  'a text is found for %s',
  (pattern) => {
    const found = examplesOf(pattern);
    expect(found.length).toBeGreaterThan(0);
    for (const text of found) expect(text).toMatch(new RegExp(`^(?:${pattern})$`, 'u'));
  },
);
