import { holds, NotRun, same, type Scenario } from '../scenario.ts';
import { eras } from '../wire/era.ts';
import { headerOf } from '../wire/message.ts';
import { callTool, failed } from './support.ts';

const security = 'docs/tutorials/security/security_best_practices#token-passthrough';
const authorization = 'specification/2026-07-28/basic/authorization';
const challenge = 'Bearer resource_metadata="https://a.example/.well-known/x", scope="files:read"';

export const tokenScenarios: readonly Scenario[] = [
  {
    name: 'tokens/not-forwarded',
    why: 'A token for the proxy that reaches the server lets the server act as the user.',
    source: security,
    eras,
    client: 'http',
    run: async (stage) => {
      const token = stage.tokens.first ?? 'conformance-token-of-the-client';
      await callTool(await stage.connect({ token }));
      for (const { headers, url, message } of stage.server.calls.all) {
        const sent = `${JSON.stringify(headers)} ${url} ${message.raw}`;
        holds(!sent.includes(token), 'the token of the client reached the server');
      }
      await stage.until('the call', stage.server.next('tools/call'));
    },
  },
  {
    name: 'tokens/cookie-not-forwarded',
    why: 'A cookie of the proxy’s site is a credential, too.',
    source: security,
    eras,
    client: 'http',
    server: 'http',
    run: async (stage) => {
      const cookie = 'sid=conformance-cookie';
      await callTool(await stage.connect({ headers: { cookie } }));
      const call = await stage.until('the call', stage.server.next('tools/call'));
      same(headerOf(call.headers, 'cookie'), undefined, 'cookie');
    },
  },
  {
    name: 'tokens/query-not-forwarded',
    why: 'Tokens in addresses end up in logs; they must not travel on.',
    source: `${authorization}#token-requirements`,
    eras,
    client: 'http',
    server: 'http',
    run: async (stage) => {
      const query = '?access_token=conformance-query';
      await callTool(await stage.connect({ query })).catch(() => undefined);
      const leaks = stage.server.calls.all.filter(({ url }) => url.includes('conformance-query'));
      same(leaks.length, 0, 'requests with the token of the client');
    },
  },
  {
    name: 'tokens/other-audience',
    why: 'A token that was made for another service must not open this one.',
    source: `${authorization}#token-audience-binding-and-validation`,
    eras,
    client: 'http',
    run: async (stage) => {
      const token = stage.tokens.otherAudience;
      if (token === undefined) throw new NotRun('needs a token: --other-audience TOKEN');
      const client = await stage.connect({ token, initialize: false });
      const { status } = await client.request('tools/list').answer;
      same(status, 401, 'status');
      same(stage.server.calls.all.length, 0, 'requests at the server');
    },
  },
  {
    name: 'tokens/server-refuses',
    why: 'A client must learn that the server wants credentials, and not wait or see success.',
    source: authorization,
    eras,
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) =>
        call.status({ code: 401, headers: { 'www-authenticate': challenge } }),
      );
      holds(await stage.until('an error', failed(callTool(client))), '401 became a result');
    },
  },
  {
    name: 'tokens/challenge',
    why: 'A transparent proxy shows the server’s challenge; one that signs in itself need not.',
    source: `${authorization}#protected-resource-metadata-discovery-requirements`,
    eras,
    client: 'http',
    server: 'http',
    optional: true,
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) =>
        call.status({ code: 401, headers: { 'www-authenticate': challenge } }),
      );
      const { status, headers } = await callTool(client);
      same(status, 401, 'status');
      same(headerOf(headers, 'www-authenticate'), challenge, 'www-authenticate');
    },
  },
  {
    name: 'tokens/scope',
    why: 'A client asks for more scope when it is told which; one that signs in itself need not.',
    source: `${authorization}#scope-challenge-handling`,
    eras,
    client: 'http',
    server: 'http',
    optional: true,
    run: async (stage) => {
      const client = await stage.connect();
      const asked = 'Bearer error="insufficient_scope", scope="files:write"';
      stage.server.on('tools/call', (call) =>
        call.status({ code: 403, headers: { 'www-authenticate': asked } }),
      );
      const { status, headers } = await callTool(client);
      same(status, 403, 'status');
      same(headerOf(headers, 'www-authenticate'), asked, 'www-authenticate');
    },
  },
];
