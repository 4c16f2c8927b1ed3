import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { quantise } from '../../gguf/quantise/quantise.ts';
import { weightsInvalid } from '../../gguf/weights-invalid.ts';
import { bool, f32, i32s, text, texts, u32, type GgufValue } from '../../gguf/value.ts';
import { writeGguf, type TensorSource } from '../../gguf/write.ts';
import { openSafetensors, type Safetensors } from './safetensors.ts';

/** The files of a sentence model of the BERT family, as sentence-transformers publishes them. */
export interface BertFiles {
  /** `model.safetensors` */
  readonly weights: string;
  /** `vocab.txt`: one word piece a line. */
  readonly vocabulary: string;
  /** `config.json` */
  readonly config: string;
}

const configSchema = z.object({
  model_type: z.literal('bert'),
  hidden_act: z.literal('gelu'),
  position_embedding_type: z.literal('absolute').default('absolute'),
  hidden_size: z.int().positive(),
  intermediate_size: z.int().positive(),
  num_hidden_layers: z.int().positive().max(256),
  num_attention_heads: z.int().positive(),
  max_position_embeddings: z.int().positive(),
  layer_norm_eps: z.number().positive(),
});

type BertConfig = z.infer<typeof configSchema>;

/** The names of the tensors: llama.cpp's, each with the model's own. */
const ofModel = {
  'token_embd.weight': 'embeddings.word_embeddings.weight',
  'position_embd.weight': 'embeddings.position_embeddings.weight',
  'token_types.weight': 'embeddings.token_type_embeddings.weight',
  'token_embd_norm.weight': 'embeddings.LayerNorm.weight',
  'token_embd_norm.bias': 'embeddings.LayerNorm.bias',
};
const ofLayer = {
  attn_q: 'attention.self.query',
  attn_k: 'attention.self.key',
  attn_v: 'attention.self.value',
  attn_output: 'attention.output.dense',
  attn_output_norm: 'attention.output.LayerNorm',
  ffn_up: 'intermediate.dense',
  ffn_down: 'output.dense',
  layer_output_norm: 'output.LayerNorm',
};

/** Looked up by position, and added up, they stay exact. */
const exact = new Set(['position_embd.weight', 'token_types.weight']);

/** How llama.cpp numbers the mean of all tokens' states, and half-precision matrices. */
const meanPooling = 1;
const mostlyF16 = 1;

/**
 * Writes such a model as GGUF, matrices in half precision, so that llama.cpp computes its
 * embeddings (mean of all tokens). The same files give the same bytes. Throws `weights-invalid`.
 */
export function bertToGguf(files: BertFiles, out: string): void {
  const config = readConfig(files.config);
  const pieces = readFileSync(files.vocabulary, 'utf8').split(/\r?\n/);
  if (pieces.at(-1) === '') pieces.pop();
  const tensors = openSafetensors(files.weights);
  try {
    if (tensors.shape(ofModel['token_embd.weight'])[0] !== pieces.length)
      throw weightsInvalid(`\`${files.vocabulary}\` is not the vocabulary of the weights`);
    writeGguf(out, {
      metadata: new Map([...shapeMetadata(config), ...vocabularyMetadata(pieces)]),
      tensors: tensorNames(config).map(([name, from]) => stored(name, from, tensors)),
    });
  } finally {
    tensors.close();
  }
}

function readConfig(path: string): BertConfig {
  try {
    return configSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw weightsInvalid(`\`${path}\` does not describe a model of the BERT family`);
  }
}

function shapeMetadata(config: BertConfig): readonly (readonly [string, GgufValue])[] {
  return [
    ['general.architecture', text('bert')],
    ['general.file_type', u32(mostlyF16)],
    ['bert.block_count', u32(config.num_hidden_layers)],
    ['bert.context_length', u32(config.max_position_embeddings)],
    ['bert.embedding_length', u32(config.hidden_size)],
    ['bert.feed_forward_length', u32(config.intermediate_size)],
    ['bert.attention.head_count', u32(config.num_attention_heads)],
    ['bert.attention.layer_norm_epsilon', f32(config.layer_norm_eps)],
    ['bert.attention.causal', bool(false)],
    ['bert.pooling_type', u32(meanPooling)],
  ];
}

const controls = {
  '[PAD]': 'padding',
  '[UNK]': 'unknown',
  '[CLS]': 'bos',
  // So misspelt in the format.
  '[SEP]': 'seperator',
  '[MASK]': 'mask',
};

/** llama.cpp wants pieces that begin a word to say so, where BERT says it of those that do not. */
function vocabularyMetadata(pieces: readonly string[]): readonly (readonly [string, GgufValue])[] {
  const isControl = (piece: string): boolean => Object.hasOwn(controls, piece);
  const ids = Object.entries(controls).map(([piece, name]) => {
    const id = pieces.indexOf(piece);
    if (id === -1) throw weightsInvalid(`the vocabulary has no \`${piece}\``);
    return [`tokenizer.ggml.${name}_token_id`, u32(id)] as const;
  });
  const words = pieces.map((piece) => {
    if (isControl(piece)) return piece;
    return piece.startsWith('##') ? piece.slice(2) : `\u2581${piece}`;
  });
  return [
    ['tokenizer.ggml.model', text('bert')],
    ['tokenizer.ggml.token_type_count', u32(2)],
    ['tokenizer.ggml.tokens', texts(words)],
    ['tokenizer.ggml.token_type', i32s(pieces.map((piece) => (isControl(piece) ? 3 : 1)))],
    ...ids,
  ];
}

function tensorNames({ num_hidden_layers: layers }: BertConfig): readonly [string, string][] {
  const perLayer = Array.from({ length: layers }, (_, layer) =>
    Object.entries(ofLayer).flatMap(([name, from]): [string, string][] =>
      ['weight', 'bias'].map((kind) => [
        `blk.${layer}.${name}.${kind}`,
        `encoder.layer.${layer}.${from}.${kind}`,
      ]),
    ),
  );
  return [...Object.entries(ofModel), ...perLayer.flat()];
}

function stored(name: string, from: string, tensors: Safetensors): TensorSource {
  const shape = tensors.shape(from);
  const type = shape.length === 1 || exact.has(name) ? 'f32' : 'f16';
  const bytes = (): Uint8Array => quantise(tensors.numbers(from), type);
  return { name, dims: shape.toReversed(), type, bytes };
}
