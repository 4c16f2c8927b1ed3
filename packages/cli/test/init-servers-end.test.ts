import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { project, runningIn } from './projects.ts';

const program = path.join(import.meta.dirname, 'mcp-server-with-child.ts');
const tools = [{ name: 'read_mail', inputSchema: { type: 'object', properties: {} } }];

/** Starts `init` on a server whose child is connected to the test for as long as it lives. */
async function initialising(who: 'child' | 'stray', list: string) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const args = [program, String(port), who, list];
  const mcpServers = { mail: { command: process.execPath, args } };
  const folder = project({ '.mcp.json': JSON.stringify({ mcpServers }) });
  const init = runningIn(folder, ['init', '--yes', '--servers', 'all']);
  const child: Socket = await new Promise((resolve) => server.once('connection', resolve));
  child.on('error', () => undefined);
  onTestFinished(() => {
    child.destroy();
    server.close();
  });
  return { folder, init, child };
}

const names = (folder: string): string => readFileSync(path.join(folder, 'sluice.yaml'), 'utf8');

proves('init/servers-end', async () => {
  const { folder, init, child } = await initialising('child', JSON.stringify(tools));
  const gone = once(child, 'close');
  expect(await init.ended).toBe(0);
  await gone;
  expect(names(folder)).toContain('mcp__mail__read_mail');
});

test('a server that fails ends with all that it started', async () => {
  const { init, child } = await initialising('child', 'broken');
  const gone = once(child, 'close');
  expect(await init.ended).toBe(0);
  await gone;
  expect(init.output()).toMatch(/mail gave no list of tools: [^]*printed: no go/);
});

test('init ends although a process that left the group of its server holds the pipes', async () => {
  const { folder, init } = await initialising('stray', JSON.stringify(tools));
  expect(await init.ended).toBe(0);
  expect(names(folder)).toContain('mcp__mail__read_mail');
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'init that is ended by %s while it asks ends the server first',
  async (signal) => {
    const { init, child } = await initialising('child', 'silent');
    const gone = once(child, 'close');
    init.stop(signal);
    await gone;
    expect(await init.ended).toBeNull();
  },
);
