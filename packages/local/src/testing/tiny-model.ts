import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { quantise } from '../gguf/quantise/quantise.ts';
import { countOf, type WritableType } from '../gguf/tensor-type.ts';
import { f32, text, u32, type GgufValue } from '../gguf/value.ts';
import { ggufBytes, type TensorSource } from '../gguf/write.ts';
import { byteTokens, tinyTokenizer, tinyVocabulary } from './tiny-vocabulary.ts';

/** The sizes of a tiny model. */
export interface TinySizes {
  /** Default 2. */
  readonly layers: number;
  /** The stream's width; a multiple of 32 and of twice `heads`. Default 64. */
  readonly width: number;
  /** Default 4. */
  readonly heads: number;
  /** Divides `heads`. Default 2. */
  readonly keyValueHeads: number;
  /** A multiple of 32. Default 128. */
  readonly feedForward: number;
  /** Tokens. Default 2,048. */
  readonly context: number;
}

export interface TinyModelOptions extends Partial<TinySizes> {
  readonly seed: number;
  readonly type: WritableType;
  /** Texts of user-defined tokens. Default: none. */
  readonly marks?: readonly string[] | undefined;
  /** False for a file without a chat template, as a base model's. Default: true. */
  readonly chats?: boolean | undefined;
}

/** A matrix or a vector of a model, before it has a type. */
export interface TinyTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: Float32Array;
}

export interface TinyShape extends TinySizes {
  readonly name: string;
  readonly ropeBase: number;
  readonly normEpsilon: number;
}

const defaultSizes: TinySizes = {
  layers: 2,
  width: 64,
  heads: 4,
  keyValueHeads: 2,
  feedForward: 128,
  context: 2048,
};

/**
 * A GGUF file of random weights in the llama architecture: byte-level vocabulary of 320 with a few
 * English merges, ChatML, tied embedding. Says nothing sensible; loads wherever a real one does.
 * The same options give the same bytes.
 */
export function tinyModel({ seed, type, marks, chats, ...options }: TinyModelOptions): Uint8Array {
  const shape = {
    ...defaultSizes,
    ...options,
    name: `tiny-${seed}`,
    ropeBase: 10_000,
    normEpsilon: 1e-5,
  };
  const tensors = randomTensors(shape, seed);
  return tinyGguf({ shape, type, tensors, merges: englishMerges(), marks, chats });
}

export function tinyGguf({
  shape,
  type,
  tensors,
  merges,
  marks,
  chats = true,
}: {
  readonly shape: TinyShape;
  readonly type: WritableType;
  readonly tensors: readonly TinyTensor[];
  readonly merges: readonly (readonly [string, string])[];
  readonly marks?: readonly string[] | undefined;
  readonly chats?: boolean | undefined;
}): Uint8Array {
  const metadata = new Map([...shapeMetadata(shape), ...tinyTokenizer(merges, marks)]);
  if (!chats) metadata.delete('tokenizer.chat_template');
  return ggufBytes({
    metadata,
    tensors: tensors.map((tensor) => stored(tensor, type)),
  });
}

function shapeMetadata(shape: TinyShape): readonly (readonly [string, GgufValue])[] {
  return [
    ['general.architecture', text('llama')],
    ['general.name', text(shape.name)],
    ['llama.block_count', u32(shape.layers)],
    ['llama.context_length', u32(shape.context)],
    ['llama.embedding_length', u32(shape.width)],
    ['llama.feed_forward_length', u32(shape.feedForward)],
    ['llama.attention.head_count', u32(shape.heads)],
    ['llama.attention.head_count_kv', u32(shape.keyValueHeads)],
    ['llama.attention.layer_norm_rms_epsilon', f32(shape.normEpsilon)],
    ['llama.rope.freq_base', f32(shape.ropeBase)],
    ['llama.rope.dimension_count', u32(shape.width / shape.heads)],
    ['llama.vocab_size', u32(tinyVocabulary)],
  ];
}

/** Norms stay f32, and the embedding is never below eight bits: so real files have it. */
function stored({ name, dims, values }: TinyTensor, type: WritableType): TensorSource {
  const isEmbedding = name === 'token_embd.weight';
  const own = dims.length === 1 ? 'f32' : isEmbedding && type === 'q4_1' ? 'q8_0' : type;
  return { name, dims, type: own, bytes: () => quantise(values, own) };
}

function randomTensors(shape: TinyShape, seed: number): readonly TinyTensor[] {
  const normal = normalNumbers(seed);
  const { width, feedForward } = shape;
  const keyWidth = (width / shape.heads) * shape.keyValueHeads;
  // Additions to the stream shrink with depth, or the last layers would drown the first.
  const damped = 1 / Math.sqrt(2 * shape.layers);
  const matrix = (name: string, dims: readonly [number, number], scale = 1): TinyTensor => {
    const deviation = scale / Math.sqrt(dims[0]);
    return { name, dims, values: filled(dims, () => normal() * deviation) };
  };
  const layers = Array.from({ length: shape.layers }, (_, layer) => {
    const name = (of: string): string => `blk.${layer}.${of}.weight`;
    return [
      ones(name('attn_norm'), width),
      matrix(name('attn_q'), [width, width]),
      matrix(name('attn_k'), [width, keyWidth]),
      matrix(name('attn_v'), [width, keyWidth]),
      matrix(name('attn_output'), [width, width], damped),
      ones(name('ffn_norm'), width),
      matrix(name('ffn_gate'), [width, feedForward]),
      matrix(name('ffn_up'), [width, feedForward]),
      matrix(name('ffn_down'), [feedForward, width], damped),
    ];
  });
  // Large enough to spread the logits, small enough that a token does not mostly predict itself.
  const embedding = matrix('token_embd.weight', [width, tinyVocabulary], Math.sqrt(width) / 4);
  return [embedding, ones('output_norm.weight', width), ...layers.flat()];
}

export function ones(name: string, width: number): TinyTensor {
  return { name, dims: [width], values: new Float32Array(width).fill(1) };
}

function filled(dims: readonly number[], next: () => number): Float32Array {
  return Float32Array.from({ length: countOf(dims) }, next);
}

/** Nearly normal: twelve uniform numbers added up, so that no platform rounds differently. */
function normalNumbers(seed: number): () => number {
  const random = xoroshiro128plus(seed);
  return () => {
    let sum = -6;
    for (let at = 0; at < 12; at += 1) sum += uniformFloat64(random);
    return sum;
  };
}

function englishMerges(): readonly (readonly [string, string])[] {
  const space = byteTokens()[32] ?? '';
  return [
    ['t', 'h'],
    ['th', 'e'],
    [space, 'the'],
    ['i', 'n'],
    ['e', 'r'],
    ['a', 'n'],
    ['an', 'd'],
    [space, 'and'],
  ];
}
