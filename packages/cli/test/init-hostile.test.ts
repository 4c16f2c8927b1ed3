import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolsInPython } from '../src/init/tools/python.ts';
import { toolsInOpenApi } from '../src/init/tools/openapi.ts';
import { sluice, type Ran } from './terminal.ts';

/** `sluice init` in a folder with this one file, which is named. */
async function drafted(file: string, text: string): Promise<Ran & { readonly policy: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-init-'));
  writeFileSync(path.join(folder, file), text);
  const before = process.cwd();
  process.chdir(folder);
  try {
    const ran = await sluice(['init', '--tools', file]);
    const policy = ran.code === 0 ? readFileSync(path.join(folder, 'sluice.yaml'), 'utf8') : '';
    return { ...ran, policy };
  } finally {
    process.chdir(before);
  }
}

const get = { operationId: 'users/list', summary: 'List users' };
const post = { operationId: 'users_list', summary: 'Delete all users' };

describe('two tools of one name are no read where one of them is a write', () => {
  test.each([
    ['the write first', { '/a': { post }, '/b': { get } }],
    ['the read first', { '/a': { get }, '/b': { post } }],
  ])('%s', async (_, paths) => {
    const api = JSON.stringify({ openapi: '3.0.0', paths });
    const { policy, out } = await drafted('api.json', api);
    expect(policy).toContain('users_list');
    expect(out).toMatch(/more than one tool is called users_list .*GET.*POST|POST.*GET/);
    expect(policy).not.toMatch(/effect: read/);
  });

  test('whatever they say of themselves', async () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'integer' } } };
    const tools = [
      { name: 'orders', description: 'Looks up an order.', inputSchema },
      { name: 'orders', description: 'Deletes an order.', inputSchema },
    ];
    const { policy } = await drafted('tools.json', JSON.stringify({ tools }));
    expect(policy).not.toMatch(/effect: read/);
  });

  test('and where one of them returns a number', async () => {
    const tool = { name: 'orders', description: 'Deletes an order.', parameters: {} };
    const tools = ['integer', 'string'].map((type) => ({ ...tool, returns: { type } }));
    const { policy } = await drafted('tools.json', JSON.stringify({ tools }));
    expect(policy).not.toContain('too narrow for an instruction');
  });
});

describe('a list that a stranger wrote is refused in words, or read', () => {
  const schema = (depth: number): string =>
    `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
  test.each([
    ['brackets', 'tools.json', '['.repeat(200_000)],
    ['a deep schema', 'tools.json', `{"tools":[{"name":"get_x","inputSchema":${schema(20_000)}}]}`],
    [
      'a property called __proto__',
      'tools.json',
      '{"tools":[{"name":"get_x","inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"id":{}}}}]}',
    ],
    [
      'a deep operation',
      'api.json',
      `{"openapi":"3.0.0","paths":{"/a":{"get":{"operationId":"get_a","parameters":[{"name":"x","schema":${schema(20_000)}}]}}}}`,
    ],
  ])('%s', async (_, file, text) => {
    const { code } = await drafted(file, text);
    expect([0, 1, 2]).toContain(code);
  });

  const hidden = (key: string): string =>
    `{"tools":[{"name":"get_x","inputSchema":{"properties":{${key}: true,"id":{"type":"integer"}}}}]}`;
  test.each([
    ['deep JSON', 'tools.json', '['.repeat(200_000), 'nested more than 500 deep'],
    ['deep YAML in lines', 'tools.yaml', '- '.repeat(20_000), 'nested more than 500 deep'],
    ['YAML that holds itself', 'tools.yaml', '- &a { name: get_x, parameters: *a }', '500 deep'],
    ['quotes without an end', 'tools.json', `${'['.repeat(400)}${'"\\"'.repeat(300_000)}`, 'YAML'],
    ['a prototype', 'tools.json', hidden('"__proto__"'), 'a key `__proto__`'],
    ['a prototype in escapes', 'tools.json', hidden('"\\u005f_proto__"'), 'a key `__proto__`'],
    ['a prototype in YAML', 'tools.yaml', hidden(' __proto__'), 'a key `__proto__`'],
  ] as const)('%s says what is wrong', async (...[, file, text, said]) => {
    const { code, errors } = await drafted(file, text);
    expect(code).toBe(2);
    expect(errors).toContain(said);
    expect(errors).not.toMatch(/report this|call stack/);
  });

  test('tools whose policy is too large are counted', async () => {
    const parameters = { type: 'object', properties: {} };
    const tools = Array.from({ length: 2000 }, (_, at) => {
      const items = Object.fromEntries(
        Array.from({ length: 10 }, (__, field) => [
          `${field}${'x'.repeat(100)}`,
          { type: 'integer' },
        ]),
      );
      return { name: `fetch_${at}`, parameters: { ...parameters, properties: items } };
    });
    const { code, errors } = await drafted('tools.json', JSON.stringify({ tools }));
    expect(code).toBe(2);
    expect(errors).toContain('2000 tools');
    expect(errors).not.toContain('report this');
  });

  test('more tools than a policy holds are no fault of ours to report', async () => {
    const tools = Array.from({ length: 20_000 }, (_, at) => ({
      name: `get_thing_${at}`,
      description: 'Gets a thing.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    }));
    const { code, errors } = await drafted('tools.json', JSON.stringify({ tools }));
    expect(code).toBe(2);
    expect(errors).toContain('20000 tools');
    expect(errors).not.toContain('report this');
  });
});

test('a long name of an operation is gone through once', async () => {
  // Were its ends looked for from each of its marks, this would not end.
  const operationId = `a${'_'.repeat(1_000_000)}a`;
  const api = { openapi: '3.0.0', paths: { '/a': { get: { operationId } } } };
  expect(await toolsInOpenApi(api, 'api.json')).toEqual([]);
});

describe('a source that a stranger wrote is gone through once', () => {
  // Were any of these gone through again from each of its characters, this would not end.
  const blank = '\n'.repeat(1_000_000);
  const parameter = { alpha: { description: 'The first.' } };
  test.each([
    ['a docstring of blank lines', `def get_x(alpha):\n  """${blank}alpha: The first."""\n`],
    ['a long name that is called twice', `${'a'.repeat(1_000_000)}()()\n`],
  ])('%s', (_, text) => {
    const tools = toolsInPython(text, 'tools.py', { isNamed: true });
    const known = tools.map(({ parameters }) => parameters);
    expect(known).toEqual(
      text.startsWith('def') ? [{ type: 'object', properties: parameter }] : [],
    );
  });
});
