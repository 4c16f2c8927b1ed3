import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { openLlama } from '../llama/open-llama.ts';
import { differencesFrom } from '../testing/against-llama.ts';
import { proves } from '../testing/proves.ts';
import { tinyModel } from '../testing/tiny-model.ts';
import { openSaliency } from './open-saliency.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-against-llama-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();

const models = [
  tinyModel({ seed: 1, type: 'f32' }),
  tinyModel({ seed: 2, type: 'f16', layers: 3, heads: 2, keyValueHeads: 1 }),
];

proves('saliency/log-probabilities', async () => {
  for (const bytes of models) {
    const file = path.join(folder, 'model.gguf');
    writeFileSync(file, bytes);
    await using llama = await openLlama({ path: file, threads: 1, contextTokensMax: 512 });
    await using inside = await openSaliency({ path: file, threads: 1, method: 'gradient' });
    const { mean, largest } = await differencesFrom(llama, inside, { signal });
    expect(mean).toBeLessThan(2e-3);
    expect(largest).toBeLessThan(2e-2);
  }
});
