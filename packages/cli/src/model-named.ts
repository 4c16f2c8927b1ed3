import { type ChatModel, SluiceError } from '@sluice/core';

/**
 * The model `openai:NAME` or `anthropic:NAME`. Throws `peer-missing` where the provider's SDK is
 * not installed, and `model-failed` where its client cannot be made.
 */
export async function modelNamed(name: string, baseURL: string | undefined): Promise<ChatModel> {
  checkBaseUrl(baseURL);
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
  throw new SluiceError('model-failed', `there is no model \`${name}\``, {
    hint: 'write `openai:NAME` or `anthropic:NAME`',
  });
}

function checkBaseUrl(baseURL: string | undefined): void {
  if (baseURL === undefined) return;
  if (!/^https?:\/\/./.test(baseURL) || !URL.canParse(baseURL)) {
    throw new SluiceError('model-failed', `\`--base-url ${baseURL}\` is not an http address`, {
      hint: 'write the whole address, such as `http://localhost:8080/v1`',
    });
  }
}

async function peer<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (cause) {
    throw new SluiceError('peer-missing', `\`${name}\` is not installed`, {
      hint: `type: npm install ${name}`,
      cause,
    });
  }
}

function ready(variable: string, make: () => ChatModel): ChatModel {
  try {
    return make();
  } catch (cause) {
    if ((process.env[variable] ?? '') === '') {
      throw new SluiceError('model-failed', `\`${variable}\` is not set`, {
        hint: `type: export ${variable}=... (a local server takes any value)`,
        cause,
      });
    }
    const said = cause instanceof Error ? cause.message : 'its client cannot be made';
    throw new SluiceError('model-failed', `the model cannot be used: ${said}`, {
      hint: 'check `--model` and `--base-url`',
      cause,
    });
  }
}
