import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { tinyModel } from '../../src/testing/tiny-model.ts';
import { tokensOf } from './own-weights.ts';
import { newFolder, sha256 } from './surroundings.ts';

test('the sample of the page fetches weights, and reads them', async () => {
  const folder = newFolder();
  vi.stubEnv('SLUICE_MODELS', path.join(folder, 'models'));
  vi.spyOn(console, 'error').mockReturnValue();
  const bytes = tinyModel({ seed: 1, type: 'q8_0' });
  const from = path.join(folder, 'tiny.gguf');
  writeFileSync(from, bytes);
  const own = { id: 'tiny', from, sha256: sha256(bytes) };
  expect(await tokensOf(own, new AbortController().signal)).toBe(2048);
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
