import { SluiceError } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { readSettings } from './settings.ts';

function errorOf(text: string): SluiceError {
  try {
    readSettings(text, 'gateway.yaml');
  } catch (error) {
    if (error instanceof SluiceError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('nothing at all', () => {
  test.each(['', '{}', '# a comment\n'])('%j stands for the defaults', (text) => {
    const settings = readSettings(text, 'gateway.yaml');
    expect(settings.listen).toEqual({
      host: '127.0.0.1',
      port: 4141,
      behindTls: false,
      hosts: [],
      keepAliveSeconds: 75,
    });
    expect(settings.profiles['default']).toMatchObject({
      policy: 'sluice.yaml',
      openai: 'openai',
      anthropic: 'anthropic',
      gemini: 'gemini',
      mode: 'enforce',
      beforeAsking: 'propagator',
      shortcuts: 'all',
      refusals: 'hidden',
      turns: 'bottom',
      propagatorSeconds: 30,
    });
    expect(Object.keys(settings.upstreams)).toEqual(['openai', 'anthropic', 'gemini']);
    expect(settings.record).toBe('full');
  });
});

test('Azure is served by its own name', () => {
  const azure = '{ family: azure, baseUrl: "https://me.openai.azure.com", keyFrom: AZURE_KEY }';
  const text = `upstreams: { a: ${azure} }\nprofiles: { p: { policy: x, azure: a } }`;
  expect(readSettings(text, 'g.yaml').profiles['p']).toMatchObject({ azure: 'a' });
});

test('what is said replaces the default of that part alone', () => {
  const { listen, keep } = readSettings('listen: { port: 1 }\nkeep: { stateDays: 2 }', 'g.yaml');
  expect(listen).toMatchObject({ host: '127.0.0.1', port: 1 });
  expect(keep).toEqual({ stateDays: 2, eventDays: 365 });
});

const upstreams = 'upstreams: { a: { family: openai, baseUrl: "http://127.0.0.1:1/v1" } }';

describe('a mistake names the file, the place and what is allowed there', () => {
  test.each<[string, string, string]>([
    [
      'a key misspelt',
      'listn: {}',
      '1:1: there is no setting `listn` here; did you mean `listen`?',
    ],
    [
      'a key misspelt inside',
      'record: none\nlisten:\n  prt: 1',
      '3:3: there is no setting `prt` here; did you mean `port`? (at listen.prt)',
    ],
    [
      'an unknown key inside',
      'listen: { proxyProtocol: 1 }',
      '1:11: there is no setting `proxyProtocol` here; there are `host`, `port`, `tls`, `behindTls`, ' +
        '`hosts` and `keepAliveSeconds` (at listen.proxyProtocol)',
    ],
    [
      'an unknown key in a profile',
      `${upstreams}\nprofiles: { p: { policy: x, refuse: x } }`,
      '2:29: there is no setting `refuse` here; there are `policy`, `groups`, `propagator`, `openai`, ',
    ],
    ['a port that is none', 'listen: { port: 65536 }', '1:17: `listen.port` must be at most 65535'],
    ['a port below', 'listen: { port: -1 }', '1:17: `listen.port` must be at least 0'],
    ['a port that is a word', 'listen: { port: http }', '1:17: `listen.port` must be a number'],
    ['half a port', 'listen: { port: 1.5 }', '1:17: `listen.port` must be a whole number'],
    ['no time at all', 'keep: { stateDays: 0 }', '1:20: `keep.stateDays` must be more than 0'],
    ['nothing where a map belongs', 'listen:', '1:8: `listen` must be a map of settings'],
    [
      'no address',
      'upstreams: { a: { family: openai, baseUrl: openai } }',
      '1:44: `upstreams.a.baseUrl` must be an address with http:// or https://',
    ],
    [
      'a file as address',
      'upstreams: { a: { family: openai, baseUrl: "file:///x" } }',
      '1:44: `upstreams.a.baseUrl` must be an address',
    ],
    [
      'a cloud that signs in its own way',
      'upstreams: { a: { family: openai, baseUrl: "https://bedrock.us-east-1.amazonaws.com" } }',
      '1:44: `upstreams.a.baseUrl` must not be Bedrock or Vertex',
    ],
    [
      'the same of Google',
      'upstreams: { a: { family: gemini, baseUrl: "https://us-aiplatform.googleapis.com" } }',
      '1:44: `upstreams.a.baseUrl` must not be Bedrock or Vertex',
    ],
    [
      'Azure by the addresses of OpenAI',
      'upstreams: { a: { family: openai, baseUrl: "https://me.openai.azure.com/openai/v1" } }',
      '1:27: `upstreams.a.family` must be `azure` for an address of Azure',
    ],
    [
      'an unknown family',
      'upstreams: { a: { family: other, baseUrl: "http://x" } }',
      '1:27: `upstreams.a.family` must be `openai`, `anthropic`, `gemini` or `azure`',
    ],
    [
      'a name that is none',
      'upstreams: { "a b": { family: openai, baseUrl: "http://x" } }',
      'a name must be a word of letters, digits, - and _ (at upstreams.a b)',
    ],
    [
      'a mode that is none',
      `${upstreams}\nprofiles: { p: { policy: x, mode: off } }`,
      '2:35: `profiles.p.mode` must be `enforce` or `log`',
    ],
    [
      'no time for the propagator',
      `${upstreams}\nprofiles: { p: { policy: x, propagatorSeconds: 0 } }`,
      '2:48: `profiles.p.propagatorSeconds` must be more than 0',
    ],
    [
      'more than an hour for it',
      `${upstreams}\nprofiles: { p: { policy: x, propagatorSeconds: 3601 } }`,
      '2:48: `profiles.p.propagatorSeconds` must be at most 3600',
    ],
    [
      'a group that is no list',
      `${upstreams}\nprofiles: { p: { policy: x, groups: { workspace: /srv } } }`,
      '2:50: `profiles.p.groups.workspace` must be a list',
    ],
    [
      'a profile without policy',
      `${upstreams}\nprofiles: { p: { openai: a } }`,
      '2:16: `profiles.p.policy` is missing: write a string',
    ],
    [
      'an upstream of no name',
      `${upstreams}\nprofiles: { p: { policy: x, openai: b } }`,
      '2:37: `profiles.p.openai` must name an upstream of the family `openai`: `a`',
    ],
    [
      'an upstream of another family',
      `${upstreams}\nprofiles: { p: { policy: x, anthropic: a } }`,
      '2:40: `profiles.p.anthropic` must name an upstream of the family `anthropic`: none yet',
    ],
    [
      'another kind of database',
      'database: mysql://db.acme.example/sluice',
      '1:11: `database` must be the path of a SQLite file, or `postgres://ROLE@HOST:PORT/DATABASE`',
    ],
    [
      'a password',
      'database: postgres://sluice:hunter2@db.acme.example/sluice',
      '1:11: `database` must not hold the password: take it out, and set the environment variable PGPASSWORD',
    ],
    [
      'a password among the options',
      'database: postgres://db.acme.example/sluice?password=hunter2',
      '1:11: `database` must not hold the password',
    ],
    [
      'a server that anyone could play',
      'database: postgres://sluice@db.acme.example/sluice',
      '1:11: `database` must end in `?sslmode=verify-full`',
    ],
    [
      'half a TLS',
      'database: postgres://sluice@db.acme.example/sluice?sslmode=require',
      '1:11: `database` must have the `sslmode` `verify-full`',
    ],
    ...['/hooks/sluice', 'localhost:3000/hook', 'ftp://a.example/', 'hook'].map(
      (url): [string, string, string] => [
        `the webhook ${url}`,
        `webhook: { url: '${url}', secretFrom: HOOK }`,
        '1:17: `webhook.url` must be an address with http:// or https://',
      ],
    ),
    [
      'no time to stand idle',
      'listen: { keepAliveSeconds: 0 }',
      '1:29: `listen.keepAliveSeconds` must be at least 1',
    ],
    ['another durability', 'durability: some', '1:13: `durability` must be `normal` or `full`'],
    ['a key twice', 'record: full\nrecord: none', '2:1: not valid YAML: Map keys must be unique'],
    ['no YAML', 'listen: {', ':1:10: '],
    ['an alias', 'a: &a [1]\nb: *a', 'alias'],
    ['a list', '- a', '1:1: the file must be a map of settings'],
    ['a text', 'enforce', '1:1: the file must be a map of settings'],
  ])('%s', (_, text, named) => {
    const { code, message, hint } = errorOf(text);
    expect(code).toBe('settings-invalid');
    expect(message).toMatch(/^gateway\.yaml:\d+:\d+: /);
    expect(message).toContain(named);
    expect(hint).toBe('correct `gateway.yaml` there; a setting that you leave out has a default');
  });

  test('several are said in a line each, and the rest as a number', () => {
    const { message } = errorOf('a: 1\nb: 1\nc: 1\nd: 1\ne: 1\nf: 1\nlisten: { port: x }');
    expect(message.split('\n')).toHaveLength(6);
    expect(message).toMatch(/\nand 2 more; /);
  });
});

const pasted = [
  'sk-provider-1',
  'sk_provider_1',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'AIzaSyA1b2C3d4E5f6G7h8I9j0',
  'AKIAIOSFODNN7EXAMPLE',
  'a3f5c2e19b7d4680a3f5c2e19b7d4680',
  'two words',
  '1_KEY',
  '',
];

describe.each(pasted)('%j in place of a variable’s name', (secret) => {
  const url = 'baseUrl: "http://127.0.0.1:1/v1"';
  proves('set-up/no-secret-printed', () => {
    for (const text of [
      `upstreams: { openai: { family: openai, ${url}, keyFrom: "${secret}" } }`,
      `webhook: { url: "https://a.example", secretFrom: "${secret}" }`,
    ]) {
      const { message, hint } = errorOf(text);
      expect(message).toContain('` must be the name of the environment variable');
      if (secret !== '') expect(message + hint).not.toContain(secret);
    }
  });
});

test.each([
  ['as a setting', 'sk-provider-1: x'],
  ['as a name', 'upstreams: { sk-provider-1: 5 }'],
  ['as an upstream', 'profiles: { p: { policy: x, openai: sk-provider-1 } }'],
  ['as a mode', 'profiles: { p: { policy: x, mode: sk-provider-1 } }'],
  ['where YAML breaks', 'upstreams: { a: { keyFrom: "sk-provider-1'],
  ['after which YAML breaks', 'record: sk-provider-1\n}'],
  ['in no block', 'record: full\nsk-provider-1'],
  ['under another indentation', 'a:\n    b: 1\n  - sk-provider-1: 2'],
])('a key %s is not repeated', (_, text) => {
  const { message, hint } = errorOf(text);
  expect(message + hint).not.toContain('sk-provider');
});

test.each([
  'OPENAI_API_KEY',
  'ANTHROPIC_API_KEY_2',
  'my_key',
  'HOOK',
  'AZURE_OPENAI_KEY_EU_WEST_1',
])('%s is the name of a variable', (name) => {
  const { webhook } = readSettings(
    `webhook: { url: "https://a.example", secretFrom: ${name} }`,
    'g',
  );
  expect(webhook?.secretFrom).toBe(name);
});
