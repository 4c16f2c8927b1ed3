import type { GgufHeader } from '../../gguf/header.ts';
import { numberAt, textAt } from '../../gguf/value.ts';
import { weightsInvalid } from '../../gguf/weights-invalid.ts';
import { saliencyLimits } from '../limits.ts';
import { layerWeightDims, layerWeightNames } from '../graphs/layer-weights.ts';

/** Lengths and constants of a model of the Llama family. */
export interface LlamaShape {
  readonly layers: number;
  readonly width: number;
  readonly feedForwardWidth: number;
  readonly heads: number;
  /** Each serves `heads / keyValueHeads` query heads in turn. */
  readonly keyValueHeads: number;
  readonly headWidth: number;
  readonly vocabulary: number;
  /** Positions that the model was trained on. */
  readonly contextTokens: number;
  readonly normEpsilon: number;
  readonly ropeBase: number;
  /** Where the output has no weights of its own, those of the embedding serve. */
  readonly output: 'output.weight' | 'token_embd.weight';
}

/** Metadata and tensors that change what a layer computes, in ways that our graphs do not know. */
const unknownKeys = ['llama.expert_count', 'llama.attention.sliding_window'];
const unknownTensors = ['rope_freqs.weight', 'blk.0.attn_q.bias', 'blk.0.attn_q_norm.weight'];

/** Reads the shape and checks the tensors against it. Throws `weights-invalid`. */
export function llamaShape({ metadata, tensors }: GgufHeader): LlamaShape {
  const architecture = textAt(metadata, 'general.architecture');
  if (architecture !== 'llama') throw unsupported(`the architecture \`${String(architecture)}\``);
  const strange =
    unknownKeys.find((key) => (numberAt(metadata, key) ?? 0) !== 0) ??
    unknownTensors.find((name) => tensors.has(name));
  if (strange !== undefined) throw unsupported(`\`${strange}\``);
  const scaling = textAt(metadata, 'llama.rope.scaling.type') ?? 'none';
  if (scaling !== 'none') throw unsupported(`positions scaled by \`${scaling}\``);
  const shape = shapeOf({ metadata, tensors });
  const rotated = numberAt(metadata, 'llama.rope.dimension_count') ?? shape.headWidth;
  const valueWidth = numberAt(metadata, 'llama.attention.value_length') ?? shape.headWidth;
  if (rotated !== shape.headWidth || valueWidth !== shape.headWidth)
    throw unsupported('heads of which a part is rotated, or values of another width');
  checkTensors(shape, tensors);
  return shape;
}

function shapeOf({ metadata, tensors }: GgufHeader): LlamaShape {
  const known = (key: string, fallback?: number): number => {
    const value = numberAt(metadata, `llama.${key}`) ?? fallback;
    if (value !== undefined && value > 0) return value;
    throw weightsInvalid(`the model does not say its \`llama.${key}\``);
  };
  const count = (key: string, fallback?: number): number => {
    const value = known(key, fallback);
    if (Number.isInteger(value)) return value;
    throw weightsInvalid(`\`llama.${key}\` of the model is not a whole number`);
  };
  const heads = count('attention.head_count');
  const width = count('embedding_length');
  const shape = {
    layers: count('block_count'),
    width,
    feedForwardWidth: count('feed_forward_length'),
    heads,
    keyValueHeads: count('attention.head_count_kv', heads),
    headWidth: count('attention.key_length', width / heads),
    vocabulary: tensors.get('token_embd.weight')?.dims[1] ?? 0,
    contextTokens: count('context_length'),
    normEpsilon: known('attention.layer_norm_rms_epsilon', 1e-5),
    ropeBase: known('rope.freq_base', 10_000),
  };
  const isWhole =
    Number.isInteger(heads / shape.keyValueHeads) && Number.isInteger(shape.headWidth / 2);
  if (!isWhole) throw weightsInvalid('the heads of the model do not divide its width');
  return { ...shape, output: tensors.has('output.weight') ? 'output.weight' : 'token_embd.weight' };
}

function checkTensors(shape: LlamaShape, tensors: GgufHeader['tensors']): void {
  const { width, vocabulary, layers } = shape;
  const expected = new Map<string, readonly number[]>([
    ['token_embd.weight', [vocabulary, width]],
    ['output_norm.weight', [width]],
    [shape.output, [vocabulary, width]],
  ]);
  // INVARIANT (bounded reading): a number of the file makes no list longer than the file's own.
  if (layers > Math.min(tensors.size, saliencyLimits.layersMax))
    throw weightsInvalid(`the model has no tensors for its ${layers} layers`);
  const dims = layerWeightDims(shape);
  for (let layer = 0; layer < layers; layer += 1)
    for (const name of layerWeightNames) expected.set(tensorName(layer, name), dims[name]);
  for (const [name, rows] of expected) {
    // GGUF gives the length of a row first.
    const found = tensors.get(name)?.dims.toReversed().join(' by ');
    if (found !== rows.join(' by '))
      throw weightsInvalid(`tensor \`${name}\` is not ${rows.join(' by ')} numbers`);
  }
}

export function tensorName(layer: number, name: string): string {
  return `blk.${layer}.${name}.weight`;
}

function unsupported(what: string): Error {
  return weightsInvalid(
    `saliency does not know models with ${what}`,
    'take a model whose architecture is `llama`, such as SmolLM2-135M-Instruct',
  );
}
