import { existsSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { familyNames, families } from '@sluice/gateway';
import { parse, stringify } from 'yaml';
import { readText } from '../files.ts';
import { fieldsOf, jsonIn } from '../json.ts';
import type { Access, ClientSettings, Start } from './client.ts';

/** It reads no variable for its address. A provider of its own is used over HTTP. */
export function codexSettings({ url, key }: Start): ClientSettings {
  const provider = {
    name: 'Sluice',
    base_url: `${url}/v1`,
    env_key: 'SLUICE_KEY',
    wire_api: 'responses',
  };
  const set = Object.entries(provider).flatMap(([name, value]) => [
    '-c',
    `model_providers.sluice.${name}=${JSON.stringify(value)}`,
  ]);
  return { args: ['-c', 'model_provider="sluice"', ...set], env: { SLUICE_KEY: key } };
}

/**
 * Settings of a project may set variables too, so these stand in settings of the command line,
 * which come first. A token, for the program asks about a key that it has not seen before.
 */
export function claudeSettings({ url, key, args, write }: Start): ClientSettings {
  const env = { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: key };
  if (args.some((each) => /^--settings(?:=|$)/.test(each))) {
    throw new SluiceError('settings-invalid', '`claude --settings` is what `sluice run` sets', {
      hint: 'leave it out, and write your settings to `.claude/settings.local.json`',
    });
  }
  return { args: ['--settings', write('claude.json', JSON.stringify({ env }))], env };
}

const opencodeProviders = [
  { name: 'openai', family: 'openai', path: '/v1' },
  { name: 'anthropic', family: 'anthropic', path: '/v1' },
  { name: 'google', family: 'gemini', path: '/v1beta' },
] as const;

/** Settings in this variable come before all files. No other provider may go past the gateway. */
export function opencodeSettings({ url, key, serves, env }: Start): ClientSettings {
  const own = fieldsOf(jsonIn(env['OPENCODE_CONFIG_CONTENT'] ?? ''));
  const ownProviders = fieldsOf(own['provider']);
  const served = opencodeProviders.filter(({ family }) => serves(family));
  const provider = Object.fromEntries(
    served.map(({ name, path: at }) => {
      const given = fieldsOf(ownProviders[name]);
      const options = { ...fieldsOf(given['options']), baseURL: `${url}${at}`, apiKey: key };
      return [name, { ...given, options }];
    }),
  );
  const settings = { ...own, enabled_providers: Object.keys(provider), provider };
  return { env: { OPENCODE_CONFIG_CONTENT: JSON.stringify(settings) } };
}

export function qwenSettings(start: Start): ClientSettings {
  const { url, key, write } = start;
  const file = systemSettings(start, {
    variable: 'QWEN_CODE_SYSTEM_SETTINGS_PATH',
    usual: '/etc/qwen-code/settings.json',
    settings: { security: { auth: { selectedType: 'openai' } } },
  });
  return {
    env: {
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: key,
      QWEN_CODE_SYSTEM_SETTINGS_PATH: write('qwen.json', file),
    },
  };
}

export function geminiSettings(start: Start): ClientSettings {
  const { url, key, write } = start;
  const file = systemSettings(start, {
    variable: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
    usual: '/etc/gemini-cli/settings.json',
    settings: { security: { auth: { selectedType: 'gemini-api-key' } } },
  });
  return {
    env: {
      GEMINI_API_KEY: key,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: write('gemini.json', file),
    },
  };
}

/** Settings of the system come before the user's and the project's; those that stand there stay. */
function systemSettings(
  { env }: Start,
  given: {
    readonly variable: string;
    readonly usual: string;
    readonly settings: { readonly security: { readonly auth: object } };
  },
): string {
  const file = env[given.variable] ?? given.usual;
  const own = existsSync(file) ? fieldsOf(jsonIn(readText(file))) : {};
  const security = { ...fieldsOf(own['security']), ...given.settings.security };
  return JSON.stringify({ ...own, security });
}

/** Its command line names the files, so a `.env` of the project cannot. */
export function aiderSettings(start: Start): ClientSettings {
  const { url, serves } = start;
  const args = serves('openai') ? ['--openai-api-base', `${url}/v1`] : [];
  return { args, env: usualVariables(start) };
}

/** The variables that SDKs and most agents read. */
export function usualVariables({ url, key, serves }: Access): Readonly<Record<string, string>> {
  const served = Object.values(familyNames).filter((family) => serves(family));
  return Object.fromEntries(
    served.flatMap((family) => {
      const { client, provider } = families[family];
      const address = `${url}${client.path}`;
      // litellm has names of its own.
      const other = client.variable.replace(/_BASE_URL$/, '_API_BASE');
      return [
        [client.variable, address],
        [other, address],
        [provider.keyFrom, key],
      ];
    }),
  );
}

const providers: Readonly<Record<string, keyof typeof families>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
};

/** It takes addresses from a file alone: a copy of the user's, with the gateway's in each model. */
export function continueSettings(start: Start): ClientSettings {
  const { args, home, env, write } = start;
  const at = args.findIndex((each) => /^--config(?:=|$)/.test(each));
  if (at !== -1) {
    throw new SluiceError('settings-invalid', '`cn --config` is what `sluice run` sets', {
      hint: 'leave it out, and write your models to `~/.continue/config.yaml`',
    });
  }
  const folder = env['CONTINUE_GLOBAL_DIR'] ?? path.join(home, '.continue');
  const file = path.join(folder, 'config.yaml');
  if (!existsSync(file)) {
    throw new SluiceError('file-unreadable', `\`${file}\` does not exist`, {
      hint: 'write your models to it: https://docs.continue.dev/reference',
    });
  }
  const config = fieldsOf(parse(readText(file), { maxAliasCount: 0 }));
  const models = Array.isArray(config['models']) ? config['models'].map(fieldsOf) : [];
  const guarded = models.flatMap((model) => guardedModel(model, start));
  if (guarded.length === 0) {
    throw new SluiceError('settings-invalid', `no model of \`${file}\` can go by the gateway`, {
      hint: 'name one with `provider: openai`, `anthropic` or `gemini`, and set that provider’s key',
    });
  }
  const text = stringify({ ...config, models: guarded });
  return { args: ['--config', write('continue.yaml', text)] };
}

/** A model of a provider that the gateway does not serve is left out. */
function guardedModel(
  model: Readonly<Record<string, unknown>>,
  { url, key, serves }: Start,
): readonly object[] {
  const family = providers[String(model['provider'])];
  if (family === undefined || !serves(family)) return [];
  const paths = { openai: '/v1/', anthropic: '/v1/', gemini: '/v1beta/', azure: '' };
  const { env: _env, ...rest } = model;
  return [{ ...rest, apiBase: `${url}${paths[family]}`, apiKey: key }];
}
