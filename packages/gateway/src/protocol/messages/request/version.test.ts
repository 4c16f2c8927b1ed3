import { expect, test } from 'vitest';
import { passedVersion } from './headers.ts';

test.each(['2023-06-01', '2026-10-21'])('version %s is passed on', (version) => {
  expect(passedVersion(version)).toBe(version);
});

test('a client that names no version speaks the first', () => {
  expect(passedVersion(undefined)).toBe('2023-06-01');
});

test.each(['', '2023-01-01', '2030-01-01', 'hunter2'])('version %j is refused', (version) => {
  const refusal = expect.objectContaining({
    status: 400,
    hint: expect.stringContaining('2026-10-21'),
  });
  expect(() => passedVersion(version)).toThrow(refusal);
});
