import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openLlama, type OpenedLlama, type OpenLlamaOptions } from '../src/llama/open-llama.ts';
import { tinyModel, type TinyModelOptions } from '../src/testing/tiny-model.ts';

export interface TinyLlama {
  /** Where the file is, while tests run. */
  readonly path: string;
  /** Opened before the first test. */
  readonly llama: OpenedLlama;
}

/**
 * A tiny model of random weights for the tests that follow: a file, opened in llama.cpp before the
 * first of them, closed and deleted after the last.
 */
export function useTiny(options: Partial<TinyModelOptions & OpenLlamaOptions> = {}): TinyLlama {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiny-'));
  const file = path.join(folder, 'Tiny.gguf');
  const { threads = 1, contextTokensMax = 512, ...model } = options;
  const opened: OpenedLlama[] = [];
  beforeAll(async () => {
    writeFileSync(file, tinyModel({ seed: 1, type: 'f32', ...model }));
    opened.push(await openLlama({ path: file, threads, contextTokensMax }));
  });
  afterAll(async () => {
    await opened[0]?.dispose();
    rmSync(folder, { recursive: true });
  });
  return {
    path: file,
    get llama() {
      const [llama] = opened;
      if (llama === undefined) throw new Error('a tiny model is there in tests alone');
      return llama;
    },
  };
}
