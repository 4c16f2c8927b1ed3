import { type ChatModel, SluiceError } from '@sluice/core';
import { reader } from './reader/reader.ts';

/**
 * The model of that name: `reader`, `openai:NAME` or `anthropic:NAME`. Throws `peer-missing` where
 * the provider's SDK is not installed.
 */
export async function modelNamed(name: string, baseURL: string | undefined): Promise<ChatModel> {
  if (name === 'reader') return reader;
  const [, provider, model = ''] = /^(openai|anthropic):(.+)$/.exec(name) ?? [];
  switch (provider) {
    case 'openai': {
      const { openaiModel } = await peer('openai', () => import('@sluice/core/model/openai'));
      return ready('OPENAI_API_KEY', () => openaiModel({ model, baseURL }));
    }
    case 'anthropic': {
      const { anthropicModel } = await peer(
        '@anthropic-ai/sdk',
        () => import('@sluice/core/model/anthropic'),
      );
      return ready('ANTHROPIC_API_KEY', () => anthropicModel({ model, baseURL }));
    }
    case undefined:
      break;
  }
  throw new SluiceError('model-failed', `no model is called \`${name}\``, {
    hint: 'write `reader`, `openai:NAME` or `anthropic:NAME`',
  });
}

async function peer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new SluiceError('peer-missing', `cannot load \`${name}\``, {
      hint: `npm install ${name}`,
      cause,
    });
  }
}

function ready(variable: string, make: () => ChatModel): ChatModel {
  try {
    return make();
  } catch (cause) {
    throw new SluiceError('model-failed', 'the model’s client cannot be made', {
      hint: `set ${variable}; a local server takes any value`,
      cause,
    });
  }
}
