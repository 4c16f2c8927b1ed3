import { clientInfo, everyCapability } from '../client/connection.ts';
import { holds, includes, same, type Scenario } from '../scenario.ts';
import { described } from '../server/defaults.ts';
import { legacy } from '../wire/era.ts';
import { at, headerOf, textAt } from '../wire/message.ts';
import { callTool, held, notification, stillWorks } from './support.ts';

const lifecycle = 'specification/2025-11-25/basic/lifecycle';
const transports = 'specification/2025-11-25/basic/transports#streamable-http';
const eras = [legacy] as const;

export const legacyScenarios: readonly Scenario[] = [
  {
    name: 'legacy/server-described',
    why: 'Capabilities and instructions of the server decide what the client does with it.',
    source: lifecycle,
    eras,
    run: async (stage) => {
      const { opened } = await stage.connect();
      const result = at(opened?.fields, 'result');
      same(at(result, 'instructions'), described.instructions, 'instructions');
      includes(at(result, 'capabilities'), described.capabilities, 'capabilities');
    },
  },
  {
    name: 'legacy/client-described',
    why: 'A server that does not know what the client can do neither asks nor offers it.',
    source: lifecycle,
    eras,
    run: async (stage) => {
      await callTool(await stage.connect());
      const call = await stage.until('initialize at the server', stage.server.next('initialize'));
      const params = at(call.message.fields, 'params');
      includes(at(params, 'capabilities'), everyCapability, 'capabilities');
    },
  },
  {
    name: 'legacy/client-name',
    why: 'Servers log and adapt to the client; with the proxy’s name all clients are one.',
    source: lifecycle,
    eras,
    optional: true,
    run: async (stage) => {
      await callTool(await stage.connect());
      const call = await stage.until('initialize at the server', stage.server.next('initialize'));
      includes(at(call.message.fields, 'params', 'clientInfo'), clientInfo, 'clientInfo');
    },
  },
  {
    name: 'legacy/initialized',
    why: 'A server may refuse or hold all calls before the client says that it is ready.',
    source: lifecycle,
    eras,
    run: async (stage) => {
      await callTool(await stage.connect());
      await stage.until('the call', stage.server.next('tools/call'));
      const methods = stage.server.calls.all.map(({ method }) => method);
      const ready = methods.indexOf('notifications/initialized');
      const isReady = ready !== -1 && ready < methods.indexOf('tools/call');
      holds(isReady, 'the server was called before `initialized`');
    },
  },
  {
    name: 'legacy/same-session',
    why: 'Servers keep state in a session: a proxy that opens one for each call loses it.',
    source: transports,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      for (let turn = 0; turn < 3; turn += 1) await callTool(client);
      const calls = stage.server.calls.all.filter(({ method }) => method === 'tools/call');
      same(new Set(calls.map(({ session }) => session)).size, 1, 'sessions of one client');
    },
  },
  {
    name: 'legacy/version-header',
    why: 'A server reads the version of the session from this header.',
    source: transports,
    eras,
    server: 'http',
    run: async (stage) => {
      await callTool(await stage.connect());
      const call = await stage.until('the call', stage.server.next('tools/call'));
      same(headerOf(call.headers, 'mcp-protocol-version'), legacy, 'mcp-protocol-version');
    },
  },
  {
    name: 'legacy/unknown-version',
    why: 'A client of the future must be answered with a version that exists.',
    source: lifecycle,
    eras,
    run: async (stage) => {
      const client = await stage.connect({ initialize: false });
      const asked = { protocolVersion: '2099-01-01', capabilities: {}, clientInfo };
      const { fields } = await client.request('initialize', asked).answer;
      const version = textAt(fields, 'result', 'protocolVersion');
      holds(version !== '2099-01-01', 'the proxy promised a version that does not exist');
    },
  },
  {
    name: 'legacy/server-ping',
    why: 'A server pings to see if its client lives, and closes the session if it does not.',
    source: 'specification/2025-11-25/basic/utilities/ping',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call } = await held(stage, client);
      call.send({ jsonrpc: '2.0', id: 'p1', method: 'ping' });
      const asked = client.inbox.take(({ fields }) => at(fields, 'method') === 'ping');
      const { fields } = await stage.until('a ping at the client', asked);
      await client.respond(at(fields, 'id'), {});
      await stage.until('the answer to a ping of the server', stage.server.response('p1'));
    },
  },
  {
    name: 'legacy/client-ping',
    why: 'A client that gets no answer to a ping reconnects.',
    source: 'specification/2025-11-25/basic/utilities/ping',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { fields } = await stage.until('the pong', client.request('ping').answer);
      same(at(fields, 'result'), {}, 'result');
    },
  },
  {
    name: 'legacy/log-level',
    why: 'A level that does not reach the server leaves its log silent or far too loud.',
    source: 'specification/2025-11-25/server/utilities/logging',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      await client.request('logging/setLevel', { level: 'debug' }).answer;
      const call = await stage.until('the level', stage.server.next('logging/setLevel'));
      same(at(call.message.fields, 'params', 'level'), 'debug', 'params.level');
    },
  },
  {
    name: 'legacy/log-message',
    why: 'Log messages carry any JSON as their data.',
    source: 'specification/2025-11-25/server/utilities/logging',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call } = await held(stage, client);
      const params = { level: 'warning', logger: 'db', data: { rows: [1, null], text: 'ü' } };
      call.send(notification('notifications/message', params));
      const note = await stage.until('the log message', client.inbox.take());
      includes(at(note.fields, 'params'), params, 'params');
    },
  },
  {
    name: 'legacy/lost-session',
    why: 'A client opens a new session on 404 only; any other status leaves it stuck.',
    source: transports,
    eras,
    client: 'http',
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      await callTool(client);
      const { session } = await stage.until('the call', stage.server.next('tools/call'));
      stage.forget(session);
      const { status, fields } = await stage.until('a status', callTool(client));
      const isHealed = status === 200 && at(fields, 'result') !== undefined;
      holds(isHealed || status === 404, `a lost session got the status ${status}`);
    },
  },
  {
    name: 'legacy/delete',
    why: 'A session that the client ended and the proxy kept holds memory and rights at the server.',
    source: transports,
    eras,
    client: 'http',
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      await callTool(client);
      const { session } = await stage.until('the call', stage.server.next('tools/call'));
      await client.end();
      const ended = await stage.until('DELETE at the server', stage.server.next('DELETE'));
      same(ended.session, session, 'the session that was ended');
    },
  },
  {
    name: 'legacy/ended-session',
    why: 'A session id that still works after its end is a key that nobody can revoke.',
    source: transports,
    eras,
    client: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      await callTool(client);
      await client.end();
      const { status } = await callTool(client);
      same(status, 404, 'status after the end of the session');
    },
  },
  {
    name: 'legacy/resume',
    why: 'Resuming a broken stream is optional for servers; a proxy that hides event ids ends it.',
    source: transports,
    eras,
    client: 'http',
    server: 'http',
    optional: true,
    run: async (stage) => {
      const client = await stage.connect();
      const { call } = await held(stage, client);
      call.send(notification('notifications/com.example', { step: 1 }), { eventId: 'e-1' });
      await stage.until('the first event', client.inbox.take());
      call.endStream();
      holds(client.lastEventId !== undefined, 'events reach the client without their ids');
      stage.server.on('GET', (get) => {
        const from = headerOf(get.headers, 'last-event-id') ?? 'none';
        get.send(notification('notifications/com.example', { from }));
      });
      void client.listen(client.lastEventId);
      const note = await stage.until('the stream to go on', client.inbox.take());
      same(at(note.fields, 'params', 'from'), 'e-1', 'the event to go on from');
      await stillWorks(stage, client);
    },
  },
];
