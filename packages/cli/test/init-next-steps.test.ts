import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, type Files } from './projects.ts';
import { sluice } from './terminal.ts';

const list = (...names: readonly string[]): string =>
  JSON.stringify(names.map((name) => ({ name, description: 'd', parameters: { type: 'object' } })));

async function drafted(files: Files, more: (folder: string) => readonly string[] = () => []) {
  const folder = project(files);
  const { code, out } = await sluice(['init', '--yes', '--dir', folder, ...more(folder)]);
  expect(code).toBe(0);
  return { out, folder };
}

describe('the next steps name the list of tools that the policy was drafted with', () => {
  test('of --tools', async () => {
    const files = { 'package.json': '{"dependencies":{"openai":"*"}}' };
    const elsewhere = path.join(project({ 'my tools.json': list('pay') }), 'my tools.json');
    const { out } = await drafted(files, () => ['--tools', elsewhere]);
    expect(out).toContain(`sluice test --tools '${elsewhere}'`);
    expect(out).toContain(`sluice policy check sluice.yaml --tools '${elsewhere}'`);
  });

  test('not of two files, of a description of an API, or beside tools that it leaves out', async () => {
    const two = { 'a.json': list('pay'), 'b.json': list('read_mail') };
    const both = await drafted({}, () => {
      const folder = project(two);
      return ['--tools', path.join(folder, 'a.json'), path.join(folder, 'b.json')];
    });
    const openapi = JSON.stringify({
      openapi: '3.0.0',
      paths: { '/pay': { post: { operationId: 'pay' } } },
    });
    const api = await drafted({}, () => {
      return ['--tools', path.join(project({ 'openapi.json': openapi }), 'openapi.json')];
    });
    const beside = await drafted({ 'agent.py': '@tool\ndef refund(x: str):\n  pass\n' }, () => {
      return ['--tools', path.join(project({ 'a.json': list('pay') }), 'a.json')];
    });
    for (const { out } of [both, api, beside]) expect(out).not.toContain('sluice test --tools');
  });
});

test.each<[string, Files, boolean]>([
  ['Python by its manifest', { 'requirements.txt': 'openai\n' }, false],
  ['Python by its sources', { 'agent.py': 'import openai\n' }, false],
  ['JavaScript', { 'package.json': '{"dependencies":{"openai":"*"}}' }, true],
  ['nothing', {}, true],
])('a way without a gateway is shown where the language has one: %s', async (_, files, isShown) => {
  const { out } = await drafted(files);
  expect(out.includes('@sluice/core/adapters/ai-sdk')).toBe(isShown);
  expect(out.includes('in Python')).toBe(!isShown);
});

test('a reason stands once', async () => {
  const folder = project({});
  const file = path.join(folder, 'tools.json');
  const query = { type: 'object', properties: { query: { type: 'string' } } };
  const tool = { name: 'web_search', description: 'Searches', parameters: query };
  writeFileSync(file, JSON.stringify([tool]));
  expect((await sluice(['init', '--yes', '--dir', folder])).code).toBe(0);
  const checked = await sluice(['policy', 'check', path.join(folder, 'sluice.yaml')]);
  expect(checked.code).toBe(0);
  const text = readFileSync(path.join(folder, 'sluice.yaml'), 'utf8');
  expect(text.match(/its name says `web`/g)).toHaveLength(1);
});
