import { once } from 'node:events';
import { expect, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { proves } from '../../src/testing/proves.ts';
import { until } from '../gateway/harness.ts';
import { mcpRig } from './rig.ts';
import { connect, type Tunnel } from './tunnel-end.ts';

const hello = { server: 'files', command: 'node', args: ['server.js', '--token=secret'] };
const jsonrpc = '2.0';
const introduced = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'x', version: '1' },
};

async function initialized(tunnel: Tunnel): Promise<void> {
  tunnel.say(hello);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} };
  const message = { jsonrpc, id: 0, method: 'initialize', params };
  tunnel.say({ from: 'client', message });
  expect(await tunnel.next()).toMatchObject({ to: 'server', message: { method: 'initialize' } });
  tunnel.say({ from: 'server', message: { jsonrpc, id: 0, result: introduced } });
  expect(await tunnel.next()).toMatchObject({ to: 'client', message: { id: 0 } });
}

proves('mcp/tunnel', async () => {
  await using rig = await mcpRig({ wait: 0 });
  const tunnel = await connect(rig);
  await initialized(tunnel);
  const list = { jsonrpc, id: 1, method: 'tools/list' };
  tunnel.say({ from: 'client', message: list });
  expect(await tunnel.next()).toEqual({ to: 'server', message: list });
  const tools = [{ name: 'look_up', inputSchema: { type: 'object' } }];
  tunnel.say({ from: 'server', message: { jsonrpc, id: 1, result: { tools } } });
  expect(await tunnel.next()).toMatchObject({ to: 'client', message: { result: { tools: [] } } });
  const params = { name: 'look_up' };
  tunnel.say({ from: 'client', message: { jsonrpc, id: 2, method: 'tools/call', params } });
  // It is answered here: the server is not told of it.
  expect(await tunnel.next()).toMatchObject({ to: 'client', message: { id: 2 } });
  expect((await rig.offers()).map(({ name }) => name)).toEqual(['files', 'look_up']);
  expect(JSON.stringify(await rig.offers())).not.toContain('secret');
  const closed = once(tunnel.socket, 'close');
  await rig.restart();
  await closed;
});

test.each([
  ['another key', { key: 'sk-sluice-other' }, '401'],
  ['another place', { path: 'evil.example:443' }, '404'],
])('a tunnel with %s', async (_, more, status) => {
  await using rig = await mcpRig();
  await expect(connect(rig, more)).rejects.toThrow(status);
});

test.each([['no JSON'], ['{"from":"client"}'], ['{"from":"client","message":{"jsonrpc":"1"}}']])(
  'what is no line of a tunnel ends it: %s',
  async (line) => {
    await using rig = await mcpRig();
    const tunnel = await connect(rig);
    await initialized(tunnel);
    const closed = once(tunnel.socket, 'close');
    tunnel.socket.write(`${line}\n`);
    expect(await closed).toEqual([false]);
  },
);

test.each([
  ['server', 'ended'],
  ['too-large', 'ask for less'],
])('a server that ends in a call: %s', async (ended, told) => {
  await using rig = await mcpRig({ profile: '    mode: log' });
  const tunnel = await connect(rig);
  await initialized(tunnel);
  tunnel.say({ from: 'client', message: { jsonrpc, id: 1, method: 'tools/list' } });
  await tunnel.next();
  tunnel.say({ ended });
  const { message } = await tunnel.next();
  expect(message).toMatchObject({ id: 1, error: { message: expect.stringContaining(told) } });
});

test.each(['mail', 'Mail'])(
  'no tunnel takes the name of a server in the settings: %s',
  async (server) => {
    await using rig = await mcpRig();
    const tunnel = await connect(rig);
    const closed = once(tunnel.socket, 'close');
    tunnel.say({ ...hello, server });
    expect(await tunnel.next()).toEqual({ refused: expect.stringContaining('sluice mcp --name') });
    await closed;
    // To another tenant, it is a name like any other.
    const other = await connect(rig, { key: await rig.addKey('initech') });
    other.say({ ...hello, server });
    const ping = { jsonrpc, id: 1, method: 'ping' };
    other.say({ from: 'client', message: ping });
    expect(await other.next()).toEqual({ to: 'server', message: ping });
  },
);

test('one key has so many tunnels and no more', async () => {
  await using rig = await mcpRig();
  const open = Array.from({ length: limits.mcpSessionsPerClientMax }, () => connect(rig));
  const tunnels = await Promise.all(open);
  await expect(connect(rig)).rejects.toThrow('429');
  await connect(rig, { key: await rig.addKey('acme') });
  tunnels.at(0)?.socket.destroy();
  await until(async () => await connect(rig).catch(() => undefined));
});
