import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { reencode } from '../gguf/reencode.ts';
import { openLlama } from '../llama/open-llama.ts';
import { differencesFrom } from '../testing/against-llama.ts';
import { cachedPath } from '../weights/cache.ts';
import { openSaliency } from './open-saliency.ts';

const { signal } = new AbortController();
const real = cachedPath('smollm2-135m-instruct');

describe.skipIf(real === undefined)('smollm2-135m-instruct, against llama.cpp', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-real-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('log-probabilities are those of llama.cpp on 16 bits', { timeout: 240_000 }, async () => {
    const file = path.join(folder, 'half.gguf');
    reencode(real ?? '', 'f16', file);
    await using llama = await openLlama({ path: file, threads: 1, contextTokensMax: 512 });
    await using inside = await openSaliency({ path: file, threads: 1, method: 'gradient' });
    const { mean, largest } = await differencesFrom(llama, inside, { signal });
    expect(mean).toBeLessThan(2e-3);
    expect(largest).toBeLessThan(2e-2);
  });
});
