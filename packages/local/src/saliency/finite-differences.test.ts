import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { parseGguf } from '../gguf/read.ts';
import { u32 } from '../gguf/value.ts';
import { ggufBytes, type TensorSource } from '../gguf/write.ts';
import { finiteDifferenceScores, largestError } from '../testing/finite-difference.ts';
import { proves } from '../testing/proves.ts';
import { outputLogProbabilities, referenceLlama } from '../testing/reference-llama.ts';
import { tinyModel } from '../testing/tiny-model.ts';
import { openSaliency } from './open-saliency.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-finite-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const width = 32;
const vocabulary = 320;
const sizes = { layers: 2, width, heads: 4, keyValueHeads: 2, feedForward: 64 };
const deep = { ...sizes, layers: 7, heads: 1, keyValueHeads: 1 };
const input = { tokens: [40, 71, 55, 90, 33, 104, 62], outputFrom: 5 };

/** Numbers around `middle`, without a pattern that a model could profit from. */
function tensor(name: string, dims: readonly number[], middle = 0): TensorSource {
  const count = dims.reduce((product, length) => product * length, 1);
  const numbers = Float32Array.from({ length: count }, (_, at) => {
    const noise = Math.sin((at + name.length) * 12.9898) * 43_758.5453;
    return middle + (noise - Math.floor(noise) - 0.5) / 2;
  });
  return { name, dims, type: 'f32', bytes: () => new Uint8Array(numbers.buffer) };
}

/**
 * Features that the generator's models do not have: gains other than 1, an output with weights of
 * its own, heads that together are wider than the stream.
 */
function unusualModel(): Uint8Array {
  const file = parseGguf(tinyModel({ ...sizes, seed: 5, type: 'f32' }));
  const own = [0, 1].flatMap((layer) => [
    tensor(`blk.${layer}.attn_norm.weight`, [width], 1),
    tensor(`blk.${layer}.ffn_norm.weight`, [width], 1),
    tensor(`blk.${layer}.attn_q.weight`, [width, 2 * width]),
    tensor(`blk.${layer}.attn_k.weight`, [width, width]),
    tensor(`blk.${layer}.attn_v.weight`, [width, width]),
    tensor(`blk.${layer}.attn_output.weight`, [2 * width, width]),
  ]);
  own.push(tensor('output_norm.weight', [width], 1), tensor('output.weight', [width, vocabulary]));
  const kept = [...file.tensors.values()].filter(({ name }) => !own.some((o) => o.name === name));
  const tensors = kept.map((info) => ({ ...info, bytes: () => file.bytes(info.name) }));
  const headWidth = u32((2 * width) / sizes.heads);
  const metadata = new Map([
    ...file.metadata,
    ['llama.attention.key_length', headWidth] as const,
    ['llama.attention.value_length', headWidth] as const,
    ['llama.rope.dimension_count', headWidth] as const,
  ]);
  return ggufBytes({ metadata, tensors: [...tensors, ...own] });
}

const models: readonly (readonly [string, Uint8Array])[] = [
  ['two heads a key', tinyModel({ ...sizes, seed: 1, type: 'f32' })],
  ['a key each', tinyModel({ ...sizes, seed: 2, type: 'f32', layers: 1, keyValueHeads: 4 })],
  ['more layers than are run at once', tinyModel({ ...deep, seed: 3, type: 'f32' })],
  ['unusual', unusualModel()],
];

proves('saliency/finite-differences', async () => {
  for (const [name, bytes] of models) {
    const file = path.join(folder, 'model.gguf');
    writeFileSync(file, bytes);
    await using inside = await openSaliency({ path: file, threads: 1, method: 'gradient' });
    const { scores, logProbabilities } = await inside.scores(input, { signal });
    const reference = referenceLlama(parseGguf(bytes));
    const nats = outputLogProbabilities(reference.run(input.tokens), input);
    expect(Array.from(logProbabilities), name).toEqual(nats.map((one) => expect.closeTo(one, 4)));
    const expected = finiteDifferenceScores(reference, input);
    expect(scores[0]).toBe(0);
    expect(Math.min(...expected.subarray(1)), name).toBeGreaterThan(0);
    expect(largestError(scores, expected), name).toBeLessThan(1e-3);
  }
});
