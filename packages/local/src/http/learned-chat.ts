import { readFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { z } from 'zod';
import { openGguf } from '../gguf/read.ts';
import { textAt, textsAt, type GgufMetadata } from '../gguf/value.ts';
import { weightsInvalid } from '../gguf/weights-invalid.ts';
import { chatTemplate, type ChatTemplate } from '../llama/template/chat-template.ts';

/** How a model that is served elsewhere is talked to. */
export interface LearnedChat {
  readonly template: ChatTemplate;
  /** Texts that its server reads as control tokens. */
  readonly controlTexts: readonly string[];
}

const token = z.union([z.string(), z.object({ content: z.string() }).transform((t) => t.content)]);

/** The part of Hugging Face's `tokenizer_config.json` that is needed. */
const configSchema = z.object({
  chat_template: z.string().nullish(),
  eos_token: token.nullish(),
  added_tokens_decoder: z.record(z.string(), z.object({ content: z.string() })),
});

/**
 * Reads what a served model has learnt of conversations from its `tokenizer_config.json`, or from a
 * GGUF file of it. The first token is left to the server, which puts it before every prompt. Throws
 * `file-unreadable`, and `weights-invalid` for a file that does not say which tokens are control
 * tokens: text of a document could then become one.
 */
export function learnedChat(path: string, model: string): LearnedChat {
  const { source, eos, controlTexts } = path.endsWith('.json') ? ofConfig(path) : ofGguf(path);
  if (controlTexts.length === 0) throw notTold(path);
  const template = chatTemplate({ model, source, eos, bos: '', beginsWithBos: false });
  return { template, controlTexts };
}

interface Learned {
  readonly source: string | undefined;
  readonly eos: string | undefined;
  readonly controlTexts: readonly string[];
}

function ofConfig(path: string): Learned {
  const config = configSchema.safeParse(jsonIn(path));
  if (!config.success) throw notTold(path);
  const { chat_template: source, eos_token: eos, added_tokens_decoder: added } = config.data;
  const controlTexts = Object.values(added).map(({ content }) => content);
  return { source: source ?? undefined, eos: eos ?? undefined, controlTexts };
}

function jsonIn(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read \`${path}\` as JSON`, {
      hint: "give the model's `tokenizer_config.json`, or a GGUF file of it",
      cause,
    });
  }
}

/** Types of tokens that stand for no text: control, and user-defined, which any text may hold. */
const marks: ReadonlySet<unknown> = new Set([3, 4]);

function ofGguf(path: string): Learned {
  const file = openGguf(path);
  try {
    const { metadata } = file;
    const tokens = textsAt(metadata, 'tokenizer.ggml.tokens') ?? [];
    const eos = metadata.get('tokenizer.ggml.eos_token_id')?.value;
    return {
      source: textAt(metadata, 'tokenizer.chat_template'),
      eos: tokens[Number(eos)],
      controlTexts: tokens.filter((text, at) => text !== '' && marks.has(typeAt(metadata, at))),
    };
  } finally {
    file.close();
  }
}

function typeAt(metadata: GgufMetadata, at: number): unknown {
  const types = metadata.get('tokenizer.ggml.token_type');
  return types?.type === 'list' ? types.value[at] : undefined;
}

function notTold(path: string): SluiceError {
  return weightsInvalid(
    `\`${path}\` does not say which tokens are control tokens`,
    "give the model's `tokenizer_config.json`, or a GGUF file of it",
  );
}
