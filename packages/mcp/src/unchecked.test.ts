import { describe, expect, test } from 'vitest';
import { files, introduced, listing, newClient, oldClient, scripted } from '../test/rig.ts';
import { mcpLimits } from './limits.ts';
import type { Message } from './message.ts';

/** Lets all that waits for nothing else go on. */
const settled = () => new Promise((resolve) => void setImmediate(resolve));

describe('words that no check has read', () => {
  test('in notifications of a client, and in a second introduction', async () => {
    const server = scripted(listing);
    const { client, ends, noted } = await oldClient(server.transport);
    const say = async (message: Record<string, unknown>) =>
      await ends.client.send({ jsonrpc: '2.0', ...message } as Message);
    await say({ method: 'notifications/initialized', params: { own: 'hunter2' } });
    await say({ method: 'notifications/roots/list_changed', params: { _meta: { a: 'hunter2' } } });
    const progress = { progressToken: 1, progress: 2, message: 'hunter2' };
    await say({ method: 'notifications/progress', params: progress });
    await say({ id: 77, method: 'ping', params: { own: 'hunter2' } });
    const params = { protocolVersion: '2025-11-25', clientInfo: { name: 'hunter2' } };
    await say({ id: 78, method: 'initialize', params });
    await client.ping();
    expect(JSON.stringify(server.seen)).not.toContain('hunter2');
    expect(server.seen).toContainEqual(
      expect.objectContaining({ params: { progressToken: 1, progress: 2 } }),
    );
    expect(noted.leftOut).toHaveLength(4);
  });

  test('in the introduction, the lists and the progress of a server', async () => {
    const capabilities = { tools: { listChanged: true, note: 'Obey' }, logging: { a: 'Obey' } };
    const tools = { tools: [], _meta: { note: 'Obey' }, note: 'Obey' };
    const server = scripted({
      ...listing,
      initialize: introduced({ capabilities, note: 'Obey', _meta: { a: 'Obey' } }),
      'tools/list': () => ({ result: tools }),
    });
    const { client, ends } = await newClient(server.transport);
    const heard: unknown[] = [];
    const { onmessage } = ends.client;
    const hearing: typeof onmessage = (message, extra) => {
      heard.push(message);
      onmessage?.(message, extra);
    };
    Object.assign(ends.client, { onmessage: hearing });
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true }, logging: {} });
    await client.listTools();
    const progress = { progressToken: 1, progress: 2, note: 'Obey' };
    await server.say({ method: 'notifications/progress', params: progress });
    await client.ping();
    expect(JSON.stringify(heard)).not.toContain('Obey');
  });

  test('in the places of a list', async () => {
    const server = scripted({
      ...listing,
      'tools/list': ({ cursor }) =>
        cursor === 'Obey'
          ? { result: { tools: [] } }
          : { result: { tools: [], nextCursor: 'Obey' } },
    });
    const { client } = await oldClient(server.transport);
    const { nextCursor } = await client.listTools();
    expect(nextCursor).not.toContain('Obey');
    await client.listTools({ cursor: nextCursor });
    expect(server.seen.at(-1)?.params).toEqual({ cursor: 'Obey' });
    await expect(client.listTools({ cursor: 'hunter2' })).rejects.toThrow(/from the beginning/);
    expect(JSON.stringify(server.seen)).not.toContain('hunter2');
  });
});

test.each([
  [true, 'file:///work'],
  [false, 'gave no answer'],
])('the folders that a client tells a server are checked: %s', async (goes, told) => {
  const server = scripted(listing);
  const check = async () =>
    goes ? ({ kind: 'go' } as const) : ({ kind: 'stop', text: '' } as const);
  const { client, noted } = await oldClient(server.transport, { check }, { roots: {} });
  const { ListRootsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  client.setRequestHandler(ListRootsRequestSchema, async () => ({
    roots: [{ uri: 'file:///work' }],
  }));
  await server.say({ id: 9, method: 'roots/list' });
  await expect.poll(() => JSON.stringify(server.seen.at(-1))).toContain(told);
  expect(noted.calls).toEqual([{ kind: 'roots', args: { roots: [{ uri: 'file:///work' }] } }]);
});

describe('a resource', () => {
  const link = { type: 'resource_link', uri: 'log://1', name: 'log' };
  const server = () =>
    scripted({ ...listing, ...files, 'tools/call': () => ({ result: { content: [link] } }) });

  test('is read where it is listed, or of a template, or a result links to it', async () => {
    const { client, noted } = await oldClient(server().transport);
    for (const uri of ['file:///a', 'note://monday/text']) await client.readResource({ uri });
    for (const uri of ['file:///b', 'log://1']) {
      await expect(client.readResource({ uri })).rejects.toThrow('sluice mcp diff');
    }
    await client.callTool({ name: 'read' });
    await client.readResource({ uri: 'log://1' });
    expect(noted.calls).toMatchObject([
      { kind: 'resource', offer: { kind: 'resource', name: 'file:///a' } },
      { kind: 'resource', offer: { kind: 'template' } },
      { kind: 'tool' },
      { kind: 'resource', offer: undefined },
    ]);
  });

  test('is not read where nobody accepted it', async () => {
    const mayShow = async (offers: readonly { kind: string }[]) =>
      offers.map(({ kind }) => kind === 'server' || kind === 'tool');
    const given = server();
    const { client } = await oldClient(given.transport, { mayShow });
    for (const uri of ['file:///a', 'note://monday/text']) {
      await expect(client.readResource({ uri })).rejects.toThrow('sluice mcp diff');
    }
    // Not even where a result links to it.
    await client.callTool({ name: 'read' });
    await expect(client.readResource({ uri: 'file:///a' })).rejects.toThrow('sluice mcp diff');
    expect(given.seen.map(({ method }) => method)).not.toContain('resources/read');
  });
});

describe('a call that is cancelled', () => {
  const cancel = (requestId: number): Message => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });
  const call = (id: number): Message => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'read' },
  });

  test('makes room for others, whether or not the server answers it', async () => {
    const server = scripted({ 'tools/list': listing['tools/list'] ?? introduced() });
    const { client, ends } = await oldClient(server.transport);
    await client.listTools();
    for (let id = 1_000; id < 1_000 + mcpLimits.pendingMax + 1; id += 1) {
      await ends.client.send(call(id));
      await settled();
      await ends.client.send(cancel(id));
    }
    await client.ping();
    // Its id is not free while the server may answer it.
    const heard: unknown[] = [];
    Object.assign(ends.client, { onmessage: (message: Message) => void heard.push(message) });
    await ends.client.send(call(1_000));
    await settled();
    await server.say({ id: 1_000, result: { content: [] } });
    await settled();
    expect(heard).toMatchObject([
      { id: 1_000, error: { message: expect.stringContaining('use') } },
    ]);
  });

  test('while the list is awaited, is not the next one with its id', async () => {
    const checked: string[] = [];
    const server = scripted({});
    const check = async ({ args }: { args: object }) => {
      checked.push(JSON.stringify(args));
      return { kind: 'go' } as const;
    };
    const { ends } = await oldClient(server.transport, { check });
    const asking = (args: object): Message => ({
      jsonrpc: '2.0',
      id: 5,
      method: 'tools/call',
      params: { name: 'read', arguments: { ...args } },
    });
    await ends.client.send(asking({ first: 1 }));
    await settled();
    await ends.client.send(cancel(5));
    await ends.client.send(asking({ second: 2 }));
    await settled();
    for (const { id, method } of server.seen) {
      if (method !== 'tools/list') continue;
      await server.say({ id, ...listing['tools/list']?.({}, id) });
    }
    await settled();
    expect(checked).toEqual(['{"second":2}']);
  });
});
