import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../src/limits.ts';
import { proves } from '../../src/testing/proves.ts';
import { mailPolicy } from '../gateway/harness.ts';
import { sessionServer, statelessServer } from './era-servers.ts';
import { mcpRig, type McpRig, textOf } from './rig.ts';

const version = '2026-07-28';

const policy = mailPolicy.replace(
  'answer:',
  `  ask:
    effect: read
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: untrusted }
  'mcp:elicitation':
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: untrusted }
answer:`,
);

/** A client of 2026-07-28 alone. */
async function newClient(rig: McpRig, server: string, key = rig.key): Promise<Client> {
  const client = new Client(
    { name: 'new', version: '1' },
    { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: version } } },
  );
  client.setRequestHandler('elicitation/create', async () => ({
    action: 'accept',
    content: { name: 'Ann' },
  }));
  const url = new URL(`${rig.gateway().url}/mcp/${server}`);
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}

async function rigBefore(url: string, more = ''): Promise<McpRig> {
  const server = `    web: { url: '${url}', tenants: [acme] }\n${more}`;
  const rig = await mcpRig({ policy, wait: 0, mcp: server });
  onTestFinished(() => rig[Symbol.asyncDispose]());
  return rig;
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'bare', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
};

interface Posted {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

/** One request, with nothing between it and the wire. */
async function post(rig: McpRig, { method, params, headers = {}, key = rig.key }: Posted) {
  const response = await fetch(`${rig.gateway().url}/mcp/web`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': version,
      'mcp-method': method,
      'mcp-name': String(params['name']),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  });
  const text = await response.text();
  const data = text.split('\n').findLast((line) => line.startsWith('data: {'));
  return { status: response.status, said: JSON.parse(data?.slice('data: '.length) ?? text) };
}

proves('mcp/stateless', async () => {
  const server = await statelessServer();
  const rig = await rigBefore(server.url);
  const client = await newClient(rig, 'web');
  expect((await client.listTools()).tools).toEqual([]);
  await rig.accept('web');
  const { tools, ...list } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('send_money');
  expect(list).toMatchObject({ cacheScope: 'private' });
  expect(textOf(await client.callTool({ name: 'read_mail' }))).toContain('Dear bot');
  // It has read a stranger's words: the next call is for a person to decide on.
  expect(textOf(await client.callTool({ name: 'send_money' }))).toContain('!');
  const call = { method: 'tools/call', params: { name: 'send_money', arguments: {} } } as const;
  const lie = await post(rig, { ...call, headers: { 'mcp-name': 'look_up' } });
  expect(lie).toMatchObject({ status: 400, said: { error: { code: -32_020 } } });
  expect(server.heard).not.toContain('tools/call send_money');
});

proves('mcp/answers-asked', async () => {
  const server = await statelessServer();
  const rig = await rigBefore(server.url);
  const client = await newClient(rig, 'web');
  await client.listTools();
  await rig.accept('web');
  expect(textOf(await client.callTool({ name: 'ask' }))).toBe('[{"name":"Ann"},"mine"]');
  const params = { name: 'ask', arguments: {} };
  const call = { method: 'tools/call', params } as const;
  const { requestState } = (await post(rig, call)).said.result;
  const inputResponses = { who: { action: 'accept', content: { name: 'Eve' } } };
  const heard = server.heard.length;
  const stranger = await rig.addKey('acme');
  const refused = [
    { ...call, params: { ...params, inputResponses } },
    { ...call, params: { ...params, inputResponses, requestState: 'mine' } },
    { ...call, params: { ...params, arguments: { other: 1 }, inputResponses, requestState } },
    { ...call, params: { ...params, inputResponses, requestState }, key: stranger },
  ];
  for (const each of refused) {
    const { said } = await post(rig, each);
    expect(said).toMatchObject({ error: { code: -32_602 } });
  }
  expect(server.heard.slice(heard)).not.toContain('tools/call ask');
  const more = { ...inputResponses, other: { action: 'accept' } };
  const { said } = await post(rig, {
    ...call,
    params: { ...params, inputResponses: more, requestState },
  });
  expect(said.result.content[0].text).toBe('[{"name":"Eve"},"mine"]');
});

proves('mcp/bridge', async () => {
  const [old, young] = [await sessionServer(), await statelessServer()];
  const rig = await rigBefore(old.url, `    young: { url: '${young.url}', tenants: [acme] }\n`);
  const [newer, older] = [await newClient(rig, 'web'), await rig.client('young')];
  for (const client of [newer, older]) await client.listTools();
  await rig.accept('web');
  await rig.accept('young');
  expect((await newer.listTools()).tools).toHaveLength(2);
  expect((await older.listTools()).tools).toHaveLength(4);
  expect(textOf(await newer.callTool({ name: 'look_up' }))).toBe('ok');
  expect(textOf(await older.callTool({ name: 'send_money' }))).toBe('sent');
  // Results that one has read count for the other: both have one key.
  expect(textOf(await newer.callTool({ name: 'read_mail' }))).toContain('Dear bot');
  expect(textOf(await older.callTool({ name: 'send_money' }))).toContain('!');
  expect(young.heard.filter((each) => each === 'tools/call send_money')).toHaveLength(1);
  expect(old.heard.filter((each) => each === 'initialize')).toHaveLength(1);
});

proves('mcp/oldest-version', async () => {
  const server = await sessionServer();
  const rig = await rigBefore(server.url, `  oldestVersion: '${version}'\n`);
  await expect(rig.client('web')).rejects.toThrow('Sluice does not serve this version of MCP');
  expect(server.heard).toEqual([]);
});

test('a version that is not known is refused with those that are', async () => {
  const server = await statelessServer();
  const rig = await rigBefore(server.url);
  const later = { ...meta, 'io.modelcontextprotocol/protocolVersion': '2199-01-01' };
  const response = await fetch(`${rig.gateway().url}/mcp/web`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${rig.key}`,
      'content-type': 'application/json',
      'mcp-protocol-version': '2199-01-01',
      'mcp-method': 'tools/list',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: later } }),
  });
  expect(response.status).toBe(400);
  const error = { code: -32_022, data: { supported: expect.arrayContaining([version]) } };
  expect(await response.json()).toMatchObject({ error });
});

test('a client that ends no session loses the one that it used the longest ago', async () => {
  const server = await sessionServer();
  const rig = await rigBefore(server.url);
  const say = async (method: string, session?: string): Promise<Response> => {
    const clientInfo = { name: 'bare', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const response = await fetch(`${rig.gateway().url}/mcp/web`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${rig.key}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    await response.text();
    return response;
  };
  const begin = async (): Promise<string> =>
    (await say('initialize')).headers.get('mcp-session-id') ?? '';
  const [first, second] = [await begin(), await begin()];
  for (let open = 2; open < limits.mcpSessionsPerClientMax; open += 1) await begin();
  expect((await say('ping', first)).status).toBe(200);
  const last = await begin();
  expect((await say('ping', last)).status).toBe(200);
  expect((await say('ping', first)).status).toBe(200);
  expect((await say('ping', second)).status).toBe(404);
});
