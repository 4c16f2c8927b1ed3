import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkPolicy } from '@sluice/core';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runInit } from '../src/init/init.ts';
import { readPacks } from '../src/init/packs.ts';
import { splitPack } from '../src/init/pack-tools.ts';
import { loadPolicyFile, policyOptions, toolNamesOf } from '../src/policy-file.ts';
import { project, type Files } from './projects.ts';
import { keptTerminal } from './terminal.ts';

const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] };
const pack = readPacks().find(({ name }) => name === 'filesystem');
const names = pack === undefined ? [] : splitPack(pack).tools.map(({ name }) => name);

/** A folder with two servers of one pack, and its policy; `.mcp.json` has names by server. */
async function initialised(file: string, servers: readonly [string, string], others: Files = {}) {
  const mcpServers = Object.fromEntries(servers.map((name) => [name, files]));
  const folder = project({ [file]: JSON.stringify({ mcpServers }), ...others });
  const { terminal, out } = keptTerminal();
  await runInit({ dir: folder, yes: true }, { terminal, ask: undefined, env: {} });
  const written = path.join(folder, 'sluice.yaml');
  return { policy: readFileSync(written, 'utf8'), written, printed: out.join('\n') };
}

test('two servers of a pack whose names the model gets plainly have its tools once', async () => {
  const { policy } = await initialised('mcp.json', ['home', 'work']);
  expect(Object.keys(parse(policy).tools)).toEqual(names);
});

const mounted = ['mcp__home__', 'mcp__work__'].flatMap((start) =>
  names.map((name) => `${start}${name}`),
);

test('two servers of a pack have its tools under the name of each, and the pack stands once', async () => {
  const { policy, written, printed } = await initialised('.mcp.json', ['home', 'work']);
  expect(policy.split('packs/filesystem.yaml')).toHaveLength(2);
  expect(parse(policy)).toMatchObject({
    servers: { filesystem: { prefixes: ['mcp__home__', 'mcp__work__'] } },
    tools: {},
  });
  expect(printed).toContain('wrote packs/filesystem.yaml');
  const problems = await checkPolicy(policy, policyOptions(written));
  expect(problems).toEqual([]);
  const loaded = await loadPolicyFile(written);
  expect(toolNamesOf(loaded)).toEqual(mounted);
  expect(mounted.filter((name) => loaded.ruleCall(name, '{}').kind === 'never')).toEqual([]);
});

test('a pack whose file is somebody else’s stands in the policy', async () => {
  const other = { 'packs/filesystem.yaml': 'tools: {}' };
  const { policy } = await initialised('.mcp.json', ['home', 'work'], other);
  expect(await checkPolicy(policy)).toEqual([]);
  expect(Object.keys(parse(policy).tools)).toEqual(mounted);
});

test('a pack with a tool that the project has as well stands in the policy', async () => {
  const [name = ''] = mounted;
  const agent = { 'agent.js': `[{ name: '${name}', parameters: {} }]` };
  const { policy } = await initialised('.mcp.json', ['home', 'work'], agent);
  expect(await checkPolicy(policy)).toEqual([]);
  expect(policy).toContain('more than one tool has this name');
  expect(Object.keys(parse(policy).tools).toSorted()).toEqual(mounted.toSorted());
});

test('two servers whose names a client spells alike have its tools once', async () => {
  const { policy } = await initialised('.mcp.json', ['my files', 'my_files']);
  expect(Object.keys(parse(policy).tools)).toEqual(names.map((name) => `mcp__my_files__${name}`));
});
