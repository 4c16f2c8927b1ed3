import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkPolicy, loadPolicy } from '@sluice/core';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runInit } from '../src/init/init.ts';
import { readPacks } from '../src/init/packs.ts';
import { splitPack } from '../src/init/pack-tools.ts';
import { project } from './projects.ts';
import { keptTerminal } from './terminal.ts';

const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] };
const pack = readPacks().find(({ name }) => name === 'filesystem');
const names = pack === undefined ? [] : splitPack(pack).tools.map(({ name }) => name);

/** The first policy of a folder with two servers of one pack; `.mcp.json` has names by server. */
async function initialised(file: string, servers: readonly [string, string]): Promise<string> {
  const mcpServers = Object.fromEntries(servers.map((name) => [name, files]));
  const folder = project({ [file]: JSON.stringify({ mcpServers }) });
  const { terminal } = keptTerminal();
  await runInit({ dir: folder, yes: true }, { terminal, ask: undefined, env: {} });
  return readFileSync(path.join(folder, 'sluice.yaml'), 'utf8');
}

test('two servers of a pack whose names the model gets plainly have its tools once', async () => {
  const policy = await initialised('mcp.json', ['home', 'work']);
  expect(Object.keys(parse(policy).tools)).toEqual(names);
});

test('two servers of a pack have its tools under the name of each', async () => {
  const policy = await initialised('.mcp.json', ['home', 'work']);
  expect(await checkPolicy(policy)).toEqual([]);
  const mounted = ['mcp__home__', 'mcp__work__'].flatMap((start) =>
    names.map((name) => `${start}${name}`),
  );
  expect(Object.keys(parse(policy).tools)).toEqual(mounted);
  const { ruleCall } = await loadPolicy(policy);
  expect(mounted.filter((name) => ruleCall(name, '{}').kind === 'never')).toEqual([]);
});

test('two servers whose names a client spells alike have its tools once', async () => {
  const policy = await initialised('.mcp.json', ['my files', 'my_files']);
  expect(Object.keys(parse(policy).tools)).toEqual(names.map((name) => `mcp__my_files__${name}`));
});
