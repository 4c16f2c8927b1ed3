import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { gatewayWith } from '../gateway.ts';
import type { Played } from './play.ts';
import { policy } from './world.ts';

interface HttpAttack {
  readonly name: string;
  readonly play: (kind: Played['kind']) => Promise<Played>;
}

/** A server of HTTP on this machine while something is done with it. */
async function serving<Value>(
  listener: RequestListener,
  use: (url: string) => Promise<Value>,
): Promise<Value> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  try {
    return await use(`http://127.0.0.1:${address.port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Does something through a gateway before the server at an address. */
async function guarded<Value>(
  url: string,
  use: (way: { readonly url: string; readonly key: string }) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-mcp-'));
  const gateway = await gatewayWith({ folder, policy, mcp: { servers: { evil: { url } } } });
  try {
    return await use({ url: `${gateway.url}/mcp/evil`, key: gateway.key });
  } finally {
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'page', version: '1' },
  },
};

/** As a browser sends it for a page whose name leads to this machine by now. */
async function fromPage(url: string, key: string | undefined): Promise<number> {
  const { port, pathname } = new URL(url);
  const headers = {
    host: `evil.example:${port}`,
    origin: `http://evil.example:${port}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  return await new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: pathname, method: 'POST', headers },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    asked.once('error', reject);
    asked.end(JSON.stringify(hello));
  });
}

const plainServer: RequestListener = (asked, answer) => void plainly(asked, answer);

async function plainly(...[asked, answer]: Parameters<RequestListener>): Promise<void> {
  const server = new McpServer({ name: 'desk', version: '1' });
  const transport = new StreamableHTTPServerTransport();
  await server.connect(transport);
  await transport.handleRequest(asked, answer);
}

/** A page knows no key; the worst case is one that does. */
async function rebinding(kind: Played['kind']): Promise<boolean> {
  return await serving(plainServer, async (url) => {
    if (kind === 'unguarded') return (await fromPage(`${url}/mcp`, undefined)) === 200;
    return await guarded(`${url}/mcp`, async (way) => {
      const [without, withKey] = [undefined, way.key];
      const answers = [await fromPage(way.url, without), await fromPage(way.url, withKey)];
      return answers.includes(200);
    });
  });
}

/** The server says that its tokens come from an address that only this machine reaches. */
async function misdirected(kind: Played['kind']): Promise<boolean> {
  let isReached = false;
  const inner: RequestListener = (_, answer) => {
    isReached = true;
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  await serving(inner, async (target) => {
    const outer: RequestListener = (_, answer) => {
      const said = `Bearer resource_metadata="${target}/latest/meta-data"`;
      answer.writeHead(401, { 'www-authenticate': said }).end();
    };
    await serving(outer, async (url) => {
      if (kind === 'unguarded') return await connect(`${url}/mcp`, undefined);
      return await guarded(`${url}/mcp`, async (way) => await connect(way.url, way.key));
    });
  });
  return isReached;
}

const nobody: OAuthClientProvider = {
  redirectUrl: 'http://127.0.0.1/done',
  clientMetadata: { redirect_uris: ['http://127.0.0.1/done'] },
  clientInformation: () => undefined,
  tokens: () => undefined,
  saveTokens: () => {},
  redirectToAuthorization: () => {},
  saveCodeVerifier: () => {},
  codeVerifier: () => '',
};

/** A client that signs in where a server says, as the SDK does it. */
async function connect(url: string, key: string | undefined): Promise<void> {
  const client = new Client({ name: 'victim', version: '1' });
  const headers: Record<string, string> = {};
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
  const options = { requestInit: { headers }, authProvider: nobody };
  const transport = new StreamableHTTPClientTransport(new URL(url), options);
  await client.connect(transport).catch(() => {});
  await client.close();
}

function row(
  name: string,
  title: string,
  succeeds: (kind: Played['kind']) => Promise<boolean>,
): HttpAttack {
  const play = async (kind: Played['kind']): Promise<Played> => {
    return { name, title, kind, works: true, succeeded: await succeeds(kind) };
  };
  return { name, play };
}

export const overHttp: readonly HttpAttack[] = [
  row('dns-rebinding', 'a web page whose name leads to this machine', rebinding),
  row('server-url', 'a server that names an address inside as where tokens come from', misdirected),
];
