import { type ChatModel, SluiceError } from '@sluice/core';
import { reader } from './reader/reader.ts';

/**
 * The model of that name: `reader`, `openai:NAME` or `anthropic:NAME`. Throws `peer-missing` where
 * the provider's SDK is not installed, and `model-failed` where its client cannot be made.
 */
export async function modelNamed(name: string, baseURL: string | undefined): Promise<ChatModel> {
  checkBaseUrl(name, baseURL);
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

function checkBaseUrl(model: string, baseURL: string | undefined): void {
  if (baseURL === undefined) return;
  if (model === 'reader') {
    throw new SluiceError('model-failed', '`--base-url` is given, and no model behind it', {
      hint: 'add `--model openai:NAME` or `--model anthropic:NAME`',
    });
  }
  if (!/^https?:\/\/./.test(baseURL) || !URL.canParse(baseURL)) {
    throw new SluiceError('model-failed', `\`--base-url ${baseURL}\` is no http address`, {
      hint: 'write it whole, such as `http://localhost:8080/v1`',
    });
  }
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
    const said = cause instanceof Error ? cause.message : 'its client cannot be made';
    throw new SluiceError('model-failed', `the model cannot be used: ${said}`, {
      hint:
        (process.env[variable] ?? '') === ''
          ? `set ${variable}; a local server takes any value`
          : 'check `--model` and `--base-url`',
      cause,
    });
  }
}
