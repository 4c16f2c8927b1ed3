import { expect, test } from 'vitest';
import type { GgufHeader, PlacedTensor } from '../../gguf/header.ts';
import { parseGguf } from '../../gguf/read.ts';
import { f32, type GgufValue, text, u32 } from '../../gguf/value.ts';
import { proves } from '../../testing/proves.ts';
import { tinyModel } from '../../testing/tiny-model.ts';
import { llamaShape } from './llama-shape.ts';

const file = parseGguf(tinyModel({ seed: 1, type: 'f32', layers: 1 }));

interface Change {
  readonly metadata?: readonly (readonly [string, GgufValue])[];
  readonly without?: string;
  readonly tensors?: readonly (readonly [string, readonly number[]])[];
}

function changed({ metadata = [], without, tensors = [] }: Change): GgufHeader {
  const added = tensors.map(([name, dims]): [string, PlacedTensor] => [
    name,
    { name, dims, type: 'f32', at: 0, bytes: 0 },
  ]);
  const kept = [...file.metadata].filter(([key]) => key !== without);
  return {
    metadata: new Map([...kept, ...metadata]),
    tensors: new Map([...file.tensors, ...added].filter(([name]) => name !== without)),
  };
}

test('is read from the metadata and the embedding', () => {
  expect(llamaShape(file)).toEqual({
    layers: 1,
    width: 64,
    feedForwardWidth: 128,
    heads: 4,
    keyValueHeads: 2,
    headWidth: 16,
    vocabulary: 320,
    contextTokens: 2048,
    normEpsilon: expect.closeTo(1e-5, 9),
    ropeBase: 10_000,
    output: 'token_embd.weight',
  });
});

test.each<[string, string, object]>([
  ['heads of queries serve keys too', 'llama.attention.head_count_kv', { keyValueHeads: 4 }],
  ['positions turn as in the first models', 'llama.rope.freq_base', { ropeBase: 10_000 }],
])('unsaid, %s', (_, without, expected) => {
  const tensors = without.endsWith('kv') ? wideKeys : [];
  expect(llamaShape(changed({ without, tensors }))).toMatchObject(expected);
});

const wideKeys: readonly (readonly [string, readonly number[]])[] = [
  ['blk.0.attn_k.weight', [64, 64]],
  ['blk.0.attn_v.weight', [64, 64]],
];

test('an output with weights of its own is used', () => {
  const tensors = [['output.weight', [64, 320]]] as const;
  expect(llamaShape(changed({ tensors }))).toMatchObject({ output: 'output.weight' });
});

const refused: readonly (readonly [string, Change, RegExp])[] = [
  [
    'another architecture',
    { metadata: [['general.architecture', text('gpt2')]] },
    /architecture `gpt2`/,
  ],
  ['no architecture', { without: 'general.architecture' }, /architecture `undefined`/],
  ['experts', { metadata: [['llama.expert_count', u32(8)]] }, /`llama.expert_count`/],
  [
    'a sliding window',
    { metadata: [['llama.attention.sliding_window', u32(512)]] },
    /sliding_window`/,
  ],
  ['scaled positions', { metadata: [['llama.rope.scaling.type', text('yarn')]] }, /`yarn`/],
  [
    'positions scaled by a tensor',
    { tensors: [['rope_freqs.weight', [8]]] },
    /`rope_freqs.weight`/,
  ],
  ['biases', { tensors: [['blk.0.attn_q.bias', [64]]] }, /`blk.0.attn_q.bias`/],
  ['part of a head rotated', { metadata: [['llama.rope.dimension_count', u32(8)]] }, /rotated/],
  ['wide values', { metadata: [['llama.attention.value_length', u32(32)]] }, /another width/],
  ['no number of layers', { without: 'llama.block_count' }, /`llama.block_count`/],
  ['no heads', { metadata: [['llama.attention.head_count', u32(0)]] }, /head_count`/],
  ['heads that do not divide', { metadata: [['llama.attention.head_count_kv', u32(3)]] }, /divide/],
  ['half a layer', { metadata: [['llama.block_count', f32(0.5)]] }, /`llama.block_count`/],
  ['a layer too few', { metadata: [['llama.block_count', u32(2)]] }, /`blk.1.attn_norm.weight`/],
  [
    'more layers than tensors',
    { metadata: [['llama.block_count', u32(4_294_967_295)]] },
    /no tensors for its 4294967295 layers/,
  ],
  [
    'more layers than any model has',
    {
      metadata: [['llama.block_count', u32(1025)]],
      tensors: Array.from({ length: 1025 }, (_, at) => [`more.${at}`, [1]] as const),
    },
    /no tensors for its 1025 layers/,
  ],
  ['a tensor missing', { without: 'output_norm.weight' }, /`output_norm.weight` is not 64 numbers/],
  [
    'a tensor of another shape',
    { tensors: [['blk.0.ffn_up.weight', [128, 64]]] },
    /`blk.0.ffn_up.weight` is not 128 by 64/,
  ],
];

proves('saliency/other-models', () => {
  for (const [name, change, message] of refused)
    expect(() => llamaShape(changed(change)), name).toThrow(
      expect.objectContaining({ code: 'weights-invalid', message: expect.stringMatching(message) }),
    );
});
