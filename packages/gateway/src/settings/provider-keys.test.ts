import { describe, expect, test } from 'vitest';
import { newSecret } from '../store/secrets.ts';
import { proves } from '../testing/proves.ts';
import {
  hasUsualUpstreams,
  isOwnKey,
  missingKeys,
  requireKeys,
  withKeysOf,
} from './provider-keys.ts';
import { readSettings } from './settings.ts';

const defaults = readSettings('', 'gateway.yaml');
const all = { OPENAI_API_KEY: 'sk-a', ANTHROPIC_API_KEY: 'sk-ant-b', GEMINI_API_KEY: 'AIza-c' };

describe('a provider’s key', () => {
  test.each([
    ['none', {}, ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GEMINI_API_KEY']],
    ['an empty one', { ...all, OPENAI_API_KEY: '' }, ['OPENAI_API_KEY']],
    ['all', all, []],
  ])('%s', (_, env, missing) => {
    expect(missingKeys(defaults, env).map(({ variable }) => variable)).toEqual(missing);
  });

  test('is not asked of an upstream that no profile names, or that takes none', () => {
    const settings = readSettings(
      `upstreams:
  local: { family: openai, baseUrl: 'http://127.0.0.1:1/v1' }
  unused: { family: openai, baseUrl: 'http://127.0.0.1:1/v1', keyFrom: NOWHERE }
profiles: { default: { policy: sluice.yaml, openai: local } }`,
      'gateway.yaml',
    );
    expect(missingKeys(settings, {})).toEqual([]);
    expect(() => requireKeys(settings, {})).not.toThrow();
  });

  test('that is missing is named, with what to type', () => {
    expect(() => requireKeys(defaults, { OPENAI_API_KEY: 'sk-a' })).toThrow(
      /if the agent does not use it, take `anthropic` out of the profile/,
    );
    expect(() => requireKeys(defaults, { OPENAI_API_KEY: 'sk-a' })).toThrow(
      expect.objectContaining({
        code: 'settings-invalid',
        message: expect.stringContaining('`ANTHROPIC_API_KEY` (upstream `anthropic`)'),
        hint: expect.stringContaining('export ANTHROPIC_API_KEY='),
      }),
    );
  });
});

describe('without settings', () => {
  test('any provider will do, and where some are named, all of them are needed', () => {
    expect(hasUsualUpstreams(defaults)).toBe(true);
    expect(hasUsualUpstreams(readSettings('listen: { port: 1 }', 'g.yaml'))).toBe(true);
    const named = `upstreams: { openai: { family: openai, baseUrl: 'https://api.openai.com/v1' } }
profiles: { default: { policy: sluice.yaml, openai: openai } }`;
    expect(hasUsualUpstreams(readSettings(named, 'g.yaml'))).toBe(false);
  });

  test('the providers remain whose keys are there', () => {
    const { upstreams, profiles } = withKeysOf(defaults, { OPENAI_API_KEY: 'sk-a' });
    expect(Object.keys(upstreams)).toEqual(['openai']);
    expect(profiles['default']).toMatchObject({ openai: 'openai', policy: 'sluice.yaml' });
    expect(profiles['default']).not.toHaveProperty('anthropic');
  });

  test('without any key there is nothing to serve', () => {
    expect(() => withKeysOf(defaults, {})).toThrow(/OPENAI_API_KEY.*ANTHROPIC_API_KEY/);
  });
});

proves('set-up/own-keys-stay', () => {
  for (const kind of ['client', 'operator'] as const) {
    const own = newSecret(kind);
    expect(isOwnKey(`${own}\n`)).toBe(true);
    const env = { ...all, OPENAI_API_KEY: own };
    expect(missingKeys(defaults, env)).toEqual([
      { upstream: 'openai', variable: 'OPENAI_API_KEY', isOwn: true },
    ]);
    for (const require of [requireKeys, withKeysOf]) {
      const given = require === withKeysOf ? { OPENAI_API_KEY: own } : env;
      expect(() => require(defaults, given)).toThrow(
        expect.objectContaining({
          message: expect.stringContaining(
            "`OPENAI_API_KEY` (upstream `openai`, holds the gateway's own",
          ),
          hint: expect.stringContaining('that key is for the agent'),
        }),
      );
    }
  }
  expect(isOwnKey('sk-proj-abc')).toBe(false);
});
