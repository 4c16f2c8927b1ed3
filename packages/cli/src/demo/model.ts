import { type ChatModel, SluiceError } from '@sluice/core';
import { modelNamed } from '../model-named.ts';
import { reader } from './reader/reader.ts';

/** The model of that name: `reader`, or one of a provider's. Throws what `modelNamed` throws. */
export async function demoModel(name: string, baseURL: string | undefined): Promise<ChatModel> {
  if (name !== 'reader') return modelNamed(name, baseURL);
  if (baseURL === undefined) return reader;
  throw new SluiceError('model-failed', '`--base-url` needs a model', {
    hint: 'add `--model openai:NAME` or `--model anthropic:NAME`',
  });
}
