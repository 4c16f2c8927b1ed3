import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseGguf } from '../gguf/read.ts';
import type { WritableType } from '../gguf/tensor-type.ts';
import { textsAt } from '../gguf/value.ts';
import { copyHead } from './tiny-copy-head.ts';
import { tinyModel } from './tiny-model.ts';

const types: readonly WritableType[] = ['f32', 'f16', 'q8_0', 'q4_1'];

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-tiny-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the same seed gives the same bytes, another seed others', () => {
  const one = tinyModel({ seed: 1, type: 'q8_0' });
  expect(tinyModel({ seed: 1, type: 'q8_0' })).toEqual(one);
  expect(tinyModel({ seed: 2, type: 'q8_0' })).not.toEqual(one);
});

test('sizes are what was asked for', () => {
  const sizes = { layers: 3, width: 96, heads: 3, keyValueHeads: 1, feedForward: 64 };
  const { tensors } = parseGguf(tinyModel({ seed: 1, type: 'f32', ...sizes }));
  expect(tensors.get('blk.2.attn_k.weight')?.dims).toEqual([96, 32]);
  expect(tensors.get('blk.2.ffn_down.weight')?.dims).toEqual([64, 96]);
  expect(tensors.has('blk.3.attn_k.weight')).toBe(false);
});

test('tokens of ASCII text are its bytes', () => {
  const tokens = textsAt(parseGguf(copyHead({ type: 'f32' })).metadata, 'tokenizer.ggml.tokens');
  expect(tokens).toHaveLength(320);
  expect(tokens?.indexOf('a')).toBe(97);
  expect(new Set(tokens)).toHaveProperty('size', 320);
});

const llama = await import('node-llama-cpp')
  .then(({ getLlama }) => getLlama({ gpu: false, build: 'never' }))
  .catch(() => undefined);

describe.skipIf(llama === undefined)('in llama.cpp', () => {
  afterAll(async () => await llama?.dispose());

  /** The probability of one token after a text. */
  async function probability(bytes: Uint8Array, text: string, next: string): Promise<number> {
    const file = path.join(folder, 'model.gguf');
    writeFileSync(file, bytes);
    const model = await llama?.loadModel({ modelPath: file });
    const context = await model?.createContext({ contextSize: 1024, threads: 1 });
    const sequence = context?.getSequence();
    const tokens = model?.tokenize(text) ?? [];
    const ends = await sequence?.controlledEvaluate(
      tokens.map((token, at) =>
        at === tokens.length - 1 ? [token, { generateNext: { probabilities: true } }] : token,
      ),
    );
    const [wanted] = model?.tokenize(next) ?? [];
    const found = wanted === undefined ? 0 : ends?.at(-1)?.next.probabilities?.get(wanted);
    await model?.dispose();
    return found ?? 0;
  }

  test.each(types)('a random model in %s loads, and reads its context', async (type) => {
    const bytes = tinyModel({ seed: 1, type });
    const one = await probability(bytes, 'the cat and a', 'm');
    const other = await probability(bytes, 'a dog and a', 'm');
    expect(one).toBeGreaterThan(0);
    expect(one).not.toBeCloseTo(other, 4);
  });

  test.each(types)('a copy head in %s predicts a successor that it has read', async (type) => {
    const bytes = copyHead({ type });
    expect(await probability(bytes, 'xyz b qqq a', 'b')).toBeCloseTo(0.88, 2);
    expect(await probability(bytes, 'xyz b b b qqq a', 'b')).toBeCloseTo(0.88, 2);
    expect(await probability(bytes, 'xyz c qqq a', 'b')).toBeLessThan(0.02);
    expect(await probability(bytes, `zz b${' .x'.repeat(300)}a`, 'b')).toBeCloseTo(0.88, 2);
  });

  test('a copy head follows what it is told', async () => {
    const bytes = copyHead({ type: 'f32', follows: (byte) => (byte === 63 ? 52 : 1) });
    expect(await probability(bytes, 'it is 4, is it?', '4')).toBeCloseTo(0.88, 2);
    expect(await probability(bytes, 'it is 5, is it?', '4')).toBeLessThan(0.02);
  });
});
