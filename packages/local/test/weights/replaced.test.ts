import { readFileSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { cachedPath, pull } from '../../src/index.ts';
import { newFolder, sha256, someBytes } from './surroundings.ts';

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  return { ...real, rename: vi.fn<typeof rename>(real.rename) };
});

const [first, second] = [someBytes(100), someBytes(101).subarray(1)];

/** A kill between any two steps leaves what a step that fails there leaves. */
test('a pull that ends before its file has its name leaves no old file under the new SHA-256', async () => {
  const folder = newFolder();
  const from = path.join(newFolder(), 'w.gguf');
  const own = (bytes: Uint8Array) => {
    writeFileSync(from, bytes);
    return { id: 'mine', from, sha256: sha256(bytes) };
  };
  await pull(own(first), { folder });
  vi.mocked(rename).mockRejectedValueOnce(new Error('killed'));
  await expect(pull(own(second), { folder })).rejects.toThrow('killed');
  expect(cachedPath('mine', { folder })).toBeUndefined();
  const at = await pull(own(second), { folder });
  expect(sha256(readFileSync(at))).toBe(sha256(second));
});
