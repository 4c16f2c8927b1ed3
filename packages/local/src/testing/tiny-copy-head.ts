import type { WritableType } from '../gguf/tensor-type.ts';
import { ones, tinyGguf, type TinyTensor } from './tiny-model.ts';
import { byteTokens, tinyVocabulary } from './tiny-vocabulary.ts';

export interface CopyHeadOptions {
  readonly type: WritableType;
  /** Which ASCII byte a byte looks for, and so predicts. Default: the next one (`a` to `b`). */
  readonly follows?: ((byte: number) => number) | undefined;
  /** Tokens. Default 2,048. */
  readonly context?: number | undefined;
}

const asciiBytes = 128;
const width = 256;

/** Every other token shares this place: it is looked for by none, and looks for none. */
const otherPlace = asciiBytes - 1;

/** How much more an attended token says in the stream than the token that attends. */
const copied = 4;

/** Such that a token found is predicted with about .9: a certain one would have no gradient. */
const outputNorm = 0.5;

/**
 * A model with one layer and one head, whose weights are set by hand so that its saliency is known.
 *
 * A token looks for its successor, `follows(token)`, in everything before it, and predicts it if it
 * is there. So an output token that follows its predecessor has all of its saliency on the input
 * tokens equal to it, in equal shares; it has a high probability (about .88) if there is one, and a
 * low one (below .02) if there is none. Token ids of ASCII text are its bytes: `ab` is `[97, 98]`.
 *
 * How: embeddings are one-hot in places that the rotation of positions, with its enormous base,
 * leaves where they are; the query maps a token to its successor; key and value are the token.
 */
export function copyHead({ type, follows = next, context = 2048 }: CopyHeadOptions): Uint8Array {
  const shape = {
    name: 'copy-head',
    layers: 1,
    width,
    heads: 1,
    keyValueHeads: 1,
    feedForward: 32,
    context,
    ropeBase: 1e30,
    normEpsilon: 1e-6,
  };
  // A merge of two control characters: the loader wants one, and no text has it.
  const bytes = byteTokens();
  const merges = [[bytes[1] ?? '', bytes[2] ?? '']] as const;
  return tinyGguf({ shape, type, tensors: copyTensors(follows), merges });
}

function next(byte: number): number {
  return (byte + 1) % asciiBytes;
}

function placeOf(token: number): number {
  return token < asciiBytes ? asciiBytes + token : otherPlace;
}

function copyTensors(follows: (byte: number) => number): readonly TinyTensor[] {
  const ascii = Array.from({ length: asciiBytes }, (_, byte) => byte);
  const same = ascii.map((byte) => ({ from: placeOf(byte), to: placeOf(byte) }));
  const sought = ascii.map((byte) => ({ from: placeOf(byte), to: placeOf(follows(byte)) }));
  const tokens = Array.from({ length: tinyVocabulary }, (_, token) => token);
  // Normed, a one-hot row is 16 long: a score of 24 where key and query agree, and 0 elsewhere.
  const sharpness = Math.sqrt((24 * Math.sqrt(width)) / width);
  return [
    sparse('token_embd', tinyVocabulary, {
      at: tokens.map((token) => ({ from: placeOf(token), to: token })),
      value: 1,
    }),
    { ...ones('output_norm.weight', width), values: new Float32Array(width).fill(outputNorm) },
    ones('blk.0.attn_norm.weight', width),
    sparse('blk.0.attn_q', width, { at: sought, value: sharpness }),
    sparse('blk.0.attn_k', width, { at: same, value: sharpness }),
    sparse('blk.0.attn_v', width, { at: same, value: copied / Math.sqrt(width) }),
    sparse('blk.0.attn_output', width, { at: same, value: 1 }),
    ones('blk.0.ffn_norm.weight', width),
    sparse('blk.0.ffn_gate', 32, { at: [], value: 0 }),
    sparse('blk.0.ffn_up', 32, { at: [], value: 0 }),
    { name: 'blk.0.ffn_down.weight', dims: [32, width], values: new Float32Array(32 * width) },
  ];
}

/** A matrix from the stream to `rows`, with one value in some places and 0 in the others. */
function sparse(
  name: string,
  rows: number,
  { at, value }: { readonly at: readonly { from: number; to: number }[]; readonly value: number },
): TinyTensor {
  const values = new Float32Array(rows * width);
  for (const { from, to } of at) values[to * width + from] = value;
  return { name: `${name}.weight`, dims: [width, rows], values };
}
