import { clientInfo, everyCapability } from '../client/connection.ts';
import { holds, includes, same, type Scenario } from '../scenario.ts';
import { described, toolsNamed } from '../server/defaults.ts';
import { codes, metaKeys, modern } from '../wire/era.ts';
import { decodeHeader } from '../wire/header-value.ts';
import { at, headerOf, listAt } from '../wire/message.ts';
import { callTool } from './support.ts';

const basic = 'specification/2026-07-28/basic';
const http = `${basic}/transports/streamable-http`;
const eras = [modern] as const;

export const modernScenarios: readonly Scenario[] = [
  {
    name: 'modern/discover',
    why: 'Clients choose version and features by what `server/discover` says.',
    source: 'specification/2026-07-28/server/discover',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { fields } = await client.request('server/discover').answer;
      const result = at(fields, 'result');
      holds(listAt(result, 'supportedVersions').includes(modern), `${modern} is not offered`);
      same(at(result, 'instructions'), described.instructions, 'instructions');
      includes(at(result, 'capabilities'), described.capabilities, 'capabilities');
    },
  },
  {
    name: 'modern/capabilities-each-time',
    why: 'What a client can do is said in each request, and may differ between two.',
    source: `${basic}#meta`,
    eras,
    run: async (stage) => {
      for (const capabilities of [everyCapability, { roots: {} }, {}]) {
        await callTool(await stage.connect({ capabilities }));
        const call = await stage.until('the call', stage.server.next('tools/call'));
        const got = at(call.message.fields, 'params', '_meta', metaKeys.capabilities);
        same(got, capabilities, 'the client’s capabilities');
      }
    },
  },
  {
    name: 'modern/client-info',
    why: 'Servers log the client of each request; with the proxy’s name all clients are one.',
    source: `${basic}#meta`,
    eras,
    optional: true,
    run: async (stage) => {
      await callTool(await stage.connect());
      const call = await stage.until('the call', stage.server.next('tools/call'));
      includes(
        at(call.message.fields, 'params', '_meta', metaKeys.client),
        clientInfo,
        'clientInfo',
      );
    },
  },
  {
    name: 'modern/log-level',
    why: 'A server sends log messages only for requests that name a level.',
    source: `${basic}#meta`,
    eras,
    run: async (stage) => {
      const meta = { [metaKeys.logLevel]: 'debug' };
      await callTool(await stage.connect(), {}, { meta });
      const call = await stage.until('the call', stage.server.next('tools/call'));
      includes(at(call.message.fields, 'params', '_meta'), meta, '_meta');
    },
  },
  {
    name: 'modern/trace',
    why: 'A trace that ends at the proxy hides where time and errors come from.',
    source: `${basic}#meta`,
    eras,
    run: async (stage) => {
      const trace = '0af7651916cd43dd8448eb211c80319c';
      const meta = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, tracestate: 'a=1' };
      await callTool(await stage.connect(), {}, { meta });
      const call = await stage.until('the call', stage.server.next('tools/call'));
      const got = at(call.message.fields, 'params', '_meta', 'traceparent');
      holds(typeof got === 'string' && got.includes(trace), 'the trace id did not arrive');
    },
  },
  {
    name: 'modern/routing-headers',
    why: 'Load balancers route by `Mcp-Method` and `Mcp-Name`; servers refuse calls without them.',
    source: `${http}#standard-request-headers`,
    eras,
    server: 'http',
    run: async (stage) => {
      await callTool(await stage.connect(), { name: 'other' });
      const { headers } = await stage.until('the call', stage.server.next('tools/call'));
      same(headerOf(headers, 'mcp-method'), 'tools/call', 'mcp-method');
      same(headerOf(headers, 'mcp-name'), 'other', 'mcp-name');
      same(headerOf(headers, 'mcp-protocol-version'), modern, 'mcp-protocol-version');
    },
  },
  {
    name: 'modern/encoded-name',
    leaves: true,
    why: 'A name outside ASCII travels in Base64; sent as it is, it breaks the request.',
    source: `${http}#value-encoding`,
    eras,
    server: 'http',
    run: async (stage) => {
      const names = ['wetter-für-世界', ' padded ', '=?base64?literal?='];
      stage.server.tools = toolsNamed(names);
      const client = await stage.connect();
      await client.request('tools/list').answer;
      for (const name of names) {
        await callTool(client, { name });
        const { headers } = await stage.until('the call', stage.server.next('tools/call'));
        same(decodeHeader(headerOf(headers, 'mcp-name') ?? ''), name, 'mcp-name, decoded');
      }
    },
  },
  {
    name: 'modern/parameter-headers',
    why: 'An intermediary must forward `Mcp-Param-*` headers that it does not know.',
    source: `${http}#server-behavior-for-custom-headers`,
    eras,
    client: 'http',
    server: 'http',
    run: async (stage) => {
      const headers = { 'mcp-param-region': 'us-west1' };
      const params = { arguments: { region: 'us-west1' } };
      await callTool(await stage.connect(), params, { headers });
      const call = await stage.until('the call', stage.server.next('tools/call'));
      same(headerOf(call.headers, 'mcp-param-region'), 'us-west1', 'mcp-param-region');
    },
  },
  {
    name: 'modern/no-session',
    why: 'A proxy that mints sessions ties clients to one replica again.',
    source: `${http}#earlier-streamable-http-revisions`,
    eras,
    client: 'http',
    run: async (stage) => {
      const { headers } = await callTool(await stage.connect());
      same(headerOf(headers, 'mcp-session-id'), undefined, 'mcp-session-id');
    },
  },
  {
    name: 'modern/result-type',
    why: 'Extensions add result types; one that became `complete` is read as a final result.',
    source: `${basic}#resulttype`,
    eras,
    run: async (stage) => {
      const result = { resultType: 'com.example/later', handle: 'h-1' };
      stage.server.on('tools/call', (call) => call.answer(result));
      const { fields } = await callTool(await stage.connect());
      includes(at(fields, 'result'), result, 'result');
    },
  },
  {
    name: 'modern/cache-scope',
    why: 'A private result that is marked public is shared by the next cache on the way.',
    source: 'specification/2026-07-28/changelog',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      for (const said of [
        { ttlMs: 1234, cacheScope: 'private' },
        { ttlMs: 0, cacheScope: 'public' },
      ]) {
        stage.server.on('resources/read', (call) =>
          call.answer({ resultType: 'complete', contents: [], ...said }),
        );
        const uri = `file:///${said.cacheScope}`;
        const { fields } = await client.request('resources/read', { uri }).answer;
        includes(at(fields, 'result'), said, 'result');
      }
    },
  },
  {
    name: 'modern/private-not-shared',
    why: 'A private result that another client gets from a cache is a leak.',
    source: 'specification/2026-07-28/changelog',
    eras,
    client: 'http',
    run: async (stage) => {
      let reads = 0;
      stage.server.on('resources/read', (call) => {
        reads += 1;
        const contents = [{ uri: 'file:///mine', text: `read ${reads}` }];
        const cache = { ttlMs: 600_000, cacheScope: 'private' };
        call.answer({ resultType: 'complete', contents, ...cache });
      });
      const texts: unknown[] = [];
      for (const token of [stage.tokens.first ?? 'first', stage.tokens.second ?? 'second']) {
        const client = await stage.connect({ token });
        const { fields } = await client.request('resources/read', { uri: 'file:///mine' }).answer;
        texts.push(at(fields, 'result', 'contents', 0, 'text'));
      }
      same(texts, ['read 1', 'read 2'], 'what two clients read');
    },
  },
  {
    name: 'modern/unsupported-version',
    why: 'The client picks another version from the data of this error.',
    source: `${basic}/versioning`,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const version = '2199-01-01';
      const meta = { [metaKeys.version]: version };
      const headers = { 'mcp-protocol-version': version };
      const { fields } = await client.request('tools/list', {}, { meta, headers }).answer;
      same(at(fields, 'error', 'code'), codes.unsupportedVersion, 'error.code');
      const supported = listAt(fields, 'error', 'data', 'supported');
      holds(supported.includes(modern), 'data.supported does not name the version that works');
    },
  },
  {
    name: 'modern/refusal-status',
    why: 'A client tells a modern server from an old one by status 400 with a modern error.',
    source: `${http}#backward-compatibility`,
    eras,
    client: 'http',
    run: async (stage) => {
      const error = { code: codes.missingCapability, message: 'no', data: {} };
      stage.server.on('tools/call', (call) => call.fail(error));
      const { status } = await callTool(await stage.connect());
      same(status, 400, 'status');
    },
  },
];
