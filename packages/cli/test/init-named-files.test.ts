import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkPolicy, pinOf } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { runInit } from '../src/init/init.ts';
import { proves } from '../src/testing/proves.ts';
import { project } from './projects.ts';
import { keptTerminal } from './terminal.ts';

/** The policy that is drafted from one file, and the lines about each tool. */
async function drafted(file: string, content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  const folder = project({ [file]: text });
  const elsewhere = project({});
  const { terminal } = keptTerminal();
  const answers = ['', 'u', 'y', ''];
  await runInit(
    { dir: elsewhere, tools: [path.join(folder, file)] },
    { terminal, ask: () => Promise.resolve(answers.shift() ?? ''), env: {} },
  );
  const policy = readFileSync(path.join(elsewhere, 'sluice.yaml'), 'utf8');
  expect(await checkPolicy(policy)).toEqual([]);
  return policy;
}

/** The line of a tool, with the reason above it. */
function lineOf(policy: string, name: string): string {
  const lines = policy.split('\n');
  const at = lines.findIndex((line) => line.trim().startsWith(`${name}:`));
  return at === -1 ? '' : `${lines[at - 1] ?? ''} ${lines[at] ?? ''}`;
}

const string = { type: 'string' };
const orders = {
  openapi: '3.1.0',
  paths: {
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'orders/get', summary: 'One order' },
      delete: { operationId: 'showOut' },
      put: {
        operationId: 'comment_order',
        requestBody: { $ref: '#/components/requestBodies/Comment' },
      },
    },
    '/reminders': {
      get: { operationId: 'send_reminder', parameters: [{ name: 'q', in: 'query' }] },
      post: {},
    },
  },
  components: {
    requestBodies: {
      Comment: { content: { 'application/json': { schema: { $ref: '#/components/schemas/C' } } } },
    },
    schemas: {
      C: {
        type: 'object',
        properties: {
          comment: { ...string, example: 'Hi' },
          before: { $ref: '#/components/schemas/C' },
        },
      },
    },
  },
};

proves('init/named-files', async () => {
  for (const [file, text] of [
    ['api.json', JSON.stringify(orders)],
    ['api.yaml', stringify(orders)],
  ] as const) {
    const policy = await drafted(file, text);
    expect(lineOf(policy, 'orders_get')).toContain('its method is GET');
    expect(lineOf(policy, 'orders_get')).toContain('like: read,');
    expect(lineOf(policy, 'showOut')).toContain('its method is DELETE');
    expect(lineOf(policy, 'showOut')).toContain('like: write,');
    expect(lineOf(policy, 'send_reminder')).toContain('its name says `send`');
    expect(lineOf(policy, 'post_reminders')).toContain('its method is POST');
    expect(lineOf(policy, 'comment_order')).toContain('data: { comment: text }');
  }
  const threw =
    'import os\nraise Exception\n\ndef read_mail(n: int) -> str:\n  """Reads mail."""\n';
  const policy = await drafted('tools.py', threw);
  expect(lineOf(policy, 'read_mail')).toContain('like: read,');
});

describe('what cannot be read is a mistake that says what to type', () => {
  test.each<[string, unknown, RegExp]>([
    ['old.json', { swagger: '2.0', paths: {} }, /is not OpenAPI 3/],
    [
      'parts.json',
      { openapi: '3.0.0', paths: { '/a': { $ref: './a.yaml' } } },
      /is not whole: `\/a` stands in another file/,
    ],
    [
      'gap.json',
      { openapi: '3.0.0', paths: { '/a': { get: { $ref: '#/b' } } } },
      /is not whole: .*"#\/b"/,
    ],
    ['none.json', [{ name: 'a' }], /no tool is listed in/],
    ['broken.yaml', 'a: [', /is neither JSON nor YAML/],
  ])('%s', async (file, content, message) => {
    await expect(drafted(file, content)).rejects.toThrow(message);
  });

  test('no file', async () => {
    const { terminal } = keptTerminal();
    const options = { dir: project({}), yes: true, tools: ['no-such-file.json'] } as const;
    await expect(runInit(options, { terminal, ask: undefined, env: {} })).rejects.toThrow(
      'does not exist',
    );
  });
});

describe('schemas of operations', () => {
  const api = (operation: object) => ({
    openapi: '3.0.3',
    paths: { '/a': { get: { operationId: 'get_a', ...operation } } },
  });

  test.each<[string, object, string]>([
    ['nothing is given', {}, 'like: read,'],
    [
      'a parameter that stands elsewhere',
      { parameters: [{ $ref: './p.yaml' }] },
      'like: read-public',
    ],
    ['a text', { parameters: [{ name: 'q', in: 'query', schema: string }] }, 'like: read-public'],
    [
      'a number',
      { parameters: [{ name: 'n', in: 'query', schema: { type: 'integer' } }] },
      'like: read,',
    ],
    [
      'a body that is no object',
      { requestBody: { content: { 'text/plain': { schema: string } } } },
      'like: read-public',
    ],
    ['a body without a schema', { requestBody: { content: {} } }, 'like: read-public'],
  ])('%s', async (_, operation, line) => {
    const folder = project({ 'api.json': JSON.stringify(api(operation)) });
    const { terminal } = keptTerminal();
    const options = { dir: folder, yes: true, tools: [path.join(folder, 'api.json')] } as const;
    await runInit(options, { terminal, ask: undefined, env: {} });
    const policy = readFileSync(path.join(folder, 'sluice.yaml'), 'utf8');
    expect(lineOf(policy, 'get_a')).toContain(line);
  });
});

test('a list of a server is pinned, other lists are trusted', async () => {
  const inputSchema = { type: 'object', properties: {} };
  const tool = { name: 'list_pets', description: 'Lists pets.', inputSchema };
  const policy = await drafted('tools.yaml', stringify({ tools: [tool] }));
  const pin = pinOf({ ...tool, parameters: inputSchema });
  expect(lineOf(policy, 'list_pets')).toContain(`pin: ${pin}`);
  const schema = { title: 'list_pets', type: 'object', properties: {} };
  expect(lineOf(await drafted('schemas.json', [schema]), 'list_pets')).toContain('trusted');
});

test('public functions of a module, and nothing that a framework fills in', async () => {
  const module = [
    'def send_money(account: Annotated[A, Depends("a")], to: str, subject: str) -> str:',
    '  """Sends."""',
    'def _helper(x: str):',
    '  """Helps."""',
    'def other(x): pass',
  ];
  const policy = await drafted('bank.py', module.join('\n'));
  expect(lineOf(policy, 'send_money')).toContain('data: { subject: line }');
  expect(policy).not.toMatch(/_helper|other:/);
});

test('of several files, one without tools is named and the rest is read', async () => {
  const folder = project({ 'a.py': '', 'b.json': '[{"name": "get_pet", "parameters": {}}]' });
  const { terminal, out } = keptTerminal();
  const tools = ['a.py', 'b.json'].map((file) => path.join(folder, file));
  await runInit({ dir: project(), yes: true, tools }, { terminal, ask: undefined, env: {} });
  expect(out.join('\n')).toMatch(/no tool is found in .*a\.py/);
  expect(out.join('\n')).toContain('get_pet');
});

test('two operations of one name are taken for a write', async () => {
  const get = { operationId: 'pets' };
  const policy = await drafted('api.json', {
    openapi: '3.0.0',
    paths: { '/a': { get, post: get } },
  });
  expect(lineOf(policy, 'pets')).toContain('more than one tool has this name');
});
