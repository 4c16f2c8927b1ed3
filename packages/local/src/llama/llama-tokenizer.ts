import type { SluiceError } from '@sluice/core';
import type { LlamaModel } from 'node-llama-cpp';
import type { Tokenizer } from '../port/tokenizer.ts';
import { handMadeTokens } from './hand-made-tokens.ts';
import { closed, failed } from './llama-errors.ts';
import { modelNameOf } from './model-name.ts';
import { openNativeModel } from './peer.ts';
import { asTokens } from './tokens.ts';

/** Reads text with the vocabulary of a loaded model. Throws `weights-invalid`. */
export function tokenizerOf(model: LlamaModel, name: string): Tokenizer {
  const { ggml } = model.fileInfo.metadata.tokenizer;
  // Such a vocabulary puts a blank before each text: one would stand between parts of a prompt.
  const addsBlank = ggml.add_space_prefix ?? ggml.model === 'llama';
  const trim = addsBlank ? 'trimLeadingSpace' : undefined;
  const read = (text: string, control: boolean): readonly number[] =>
    text === '' ? [] : model.tokenize(text, control, trim);
  const marks = handMadeTokens(model, (text) => read(text, false));
  return {
    model: name,
    encode: (text, { control }) => {
      if (model.disposed) throw closed(name);
      if (control) return read(text, true);
      const tokens = marks.pieces(text).flatMap((piece) => read(piece, false));
      // INVARIANT (control tokens): text of a conversation never becomes one.
      if (tokens.some((token) => marks.ids.has(token))) throw notText(name);
      return tokens;
    },
    decode: (tokens) => {
      if (model.disposed) throw closed(name);
      return model.detokenize(asTokens(tokens));
    },
  };
}

function notText(name: string): SluiceError {
  return failed(name, 'reads a control token in text', 'take weights with another vocabulary');
}

export interface OpenedTokenizer extends Tokenizer {
  readonly dispose: () => Promise<void>;
}

/**
 * The vocabulary of a GGUF file alone: for a back end of another kind that runs the same weights.
 * It takes about a second, and no memory for weights. Throws `peer-missing`, `file-unreadable`
 * and `weights-invalid`.
 */
export async function openTokenizer({
  path,
  model: name = modelNameOf(path),
}: {
  readonly path: string;
  /** Default: the name of the file. */
  readonly model?: string | undefined;
}): Promise<OpenedTokenizer> {
  const model = await openNativeModel({ path, vocabularyOnly: true });
  try {
    return { ...tokenizerOf(model, name), dispose: () => model.dispose() };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}
