import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BertFiles } from '../weights/convert/bert-gguf.ts';

/** Length of the vectors of a tiny sentence model. */
export const tinyBertWidth = 32;

/** Its word pieces. */
export const tinyBertPieces: readonly string[] = [
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  'cat',
  'sits',
  '##s',
  'mat',
  'bank',
];

/** How it is described. */
const tinyBertConfig: Readonly<Record<string, unknown>> = {
  model_type: 'bert',
  hidden_act: 'gelu',
  hidden_size: tinyBertWidth,
  intermediate_size: 64,
  num_hidden_layers: 1,
  num_attention_heads: 2,
  max_position_embeddings: 64,
  layer_norm_eps: 1e-12,
};

/** The contents of a sentence model's files, where they are not those of the tiny one. */
export type BertContents = Partial<Record<keyof BertFiles, string | Uint8Array>>;

/** The files of a sentence model of one layer that says nothing sensible, in a folder. */
export function writeTinyBert(folder: string, change: BertContents = {}): BertFiles {
  const file = (name: string, content: string | Uint8Array): string => {
    const at = path.join(folder, name);
    writeFileSync(at, content);
    return at;
  };
  return {
    weights: file('model.safetensors', change.weights ?? tinyBertWeights()),
    vocabulary: file('vocab.txt', change.vocabulary ?? `${tinyBertPieces.join('\n')}\n`),
    config: file('config.json', change.config ?? JSON.stringify(tinyBertConfig)),
  };
}

/** Its tensors, as PyTorch models are published; the header says that they are `dtype`. */
export function tinyBertWeights(dtype = 'F32'): Uint8Array {
  let at = 0;
  const header: Record<string, unknown> = { __metadata__: { format: 'pt' } };
  for (const [name, shape] of Object.entries(shapes())) {
    const bytes = 4 * shape.reduce((product, size) => product * size, 1);
    header[name] = { dtype, shape, data_offsets: [at, at + bytes] };
    at += bytes;
  }
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  const numbers = Float32Array.from({ length: at / 4 }, (_, index) => Math.sin(index));
  return Buffer.concat([length, text, Buffer.from(numbers.buffer)]);
}

/** Every tensor of such a model, by name: its shape. */
function shapes(): Readonly<Record<string, readonly number[]>> {
  const width = tinyBertWidth;
  const layer = 'encoder.layer.0.';
  const linear = (name: string, out: number, from: number): [string, readonly number[]][] => [
    [`${layer}${name}.weight`, [out, from]],
    [`${layer}${name}.bias`, [out]],
  ];
  const norm = (name: string): [string, readonly number[]][] => [
    [`${name}.weight`, [width]],
    [`${name}.bias`, [width]],
  ];
  return Object.fromEntries([
    ['embeddings.word_embeddings.weight', [tinyBertPieces.length, width]],
    ['embeddings.position_embeddings.weight', [64, width]],
    ['embeddings.token_type_embeddings.weight', [2, width]],
    ...norm('embeddings.LayerNorm'),
    ...['query', 'key', 'value'].flatMap((name) => linear(`attention.self.${name}`, width, width)),
    ...linear('attention.output.dense', width, width),
    ...norm(`${layer}attention.output.LayerNorm`),
    ...linear('intermediate.dense', 64, width),
    ...linear('output.dense', width, 64),
    ...norm(`${layer}output.LayerNorm`),
  ]);
}
