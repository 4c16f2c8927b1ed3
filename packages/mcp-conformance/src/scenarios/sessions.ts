import { holds, NotRun, same, type Scenario } from '../scenario.ts';
import { eras, legacy, metaKeys } from '../wire/era.ts';
import { at } from '../wire/message.ts';
import { callTool, held, notification, saying, textOf } from './support.ts';

const security = 'docs/tutorials/security/security_best_practices#session-hijacking';
const idCharactersMin = 16;
const sharedCharactersMax = 8;

/** True if two ids are alike up to their last characters, as numbers that are counted up. */
function isCounter(one: string, two: string): boolean {
  const alikeMax = Math.min(sharedCharactersMax, one.length / 2);
  return one.slice(0, alikeMax + 1) === two.slice(0, alikeMax + 1);
}

export const sessions: readonly Scenario[] = [
  {
    name: 'sessions/answers-apart',
    why: 'Two clients use the same ids; an answer that goes to the wrong one is a leak.',
    source: 'specification/2026-07-28/basic#requests',
    eras,
    run: async (stage) => {
      const [one, two] = [await stage.connect(), await stage.connect()];
      const first = await held(stage, one, { id: 77 });
      const second = await held(stage, two, { id: 77 });
      second.call.answer(saying(second.call, 'for two'));
      first.call.answer(saying(first.call, 'for one'));
      same(textOf(await stage.until('the answer', first.pending.answer)), 'for one', 'of one');
      same(textOf(await stage.until('the answer', second.pending.answer)), 'for two', 'of two');
    },
  },
  {
    name: 'sessions/notifications-apart',
    why: 'What a server tells one client may be secret from the next.',
    source: 'specification/2025-11-25/basic/transports#sending-messages-to-the-server',
    eras,
    run: async (stage) => {
      const [one, two] = [await stage.connect(), await stage.connect()];
      const meta = { [metaKeys.logLevel]: 'debug' };
      const first = await held(stage, one, { meta });
      const second = await held(stage, two, { meta });
      first.call.send(notification('notifications/message', { level: 'error', data: 'of one' }));
      await stage.until('the notification', one.inbox.take());
      for (const { call } of [first, second]) call.answer(saying(call, 'done'));
      await stage.until('the result', second.pending.answer);
      same(two.inbox.all.length, 0, 'messages that the other client got');
    },
  },
  {
    name: 'sessions/questions-apart',
    why: 'A question of the server to one user must not be answered by another.',
    source: 'specification/2025-11-25/client/elicitation',
    eras: [legacy],
    run: async (stage) => {
      const [one, two] = [await stage.connect(), await stage.connect()];
      const first = await held(stage, one);
      const second = await held(stage, two);
      const params = { mode: 'form', message: 'Pay?', requestedSchema: { type: 'object' } };
      first.call.send({ jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params });
      await stage.until('the question', one.inbox.take());
      second.call.answer(saying(second.call, 'done'));
      await stage.until('the result', second.pending.answer);
      same(two.inbox.all.length, 0, 'questions that the other client got');
    },
  },
  {
    name: 'sessions/one-server-session-each',
    why: 'Two clients in one session of the server share its state, such as a signed-in user.',
    source: security,
    eras: [legacy],
    run: async (stage) => {
      for (const client of [await stage.connect(), await stage.connect()]) await callTool(client);
      const calls = stage.server.calls.all.filter(({ method }) => method === 'tools/call');
      same(new Set(calls.map(({ session }) => session)).size, 2, 'sessions of two clients');
    },
  },
  {
    name: 'sessions/unguessable',
    why: 'An id that can be counted on lets anybody enter the session of another.',
    source: security,
    eras: [legacy],
    client: 'http',
    run: async (stage) => {
      const [one, two] = [(await stage.connect()).session, (await stage.connect()).session];
      if (one === '' || two === '') throw new NotRun('the proxy gives out no session ids');
      holds(one !== two, 'two clients got the same session id');
      holds(one.length >= idCharactersMin, `a session id has ${one.length} characters`);
      holds(!isCounter(one, two), 'session ids differ at their end only');
    },
  },
  {
    name: 'sessions/made-up',
    why: 'A server must refuse a session that it did not open.',
    source: security,
    eras: [legacy],
    client: 'http',
    run: async (stage) => {
      const made = '00000000-0000-4000-8000-000000000000';
      const headers = { 'mcp-session-id': made, 'mcp-protocol-version': legacy };
      const client = await stage.connect({ initialize: false, headers });
      const { status } = await callTool(client);
      same(status, 404, 'status of a made-up session');
      same(stage.server.count('tools/call'), 0, 'calls at the server');
    },
  },
  {
    name: 'sessions/stolen',
    why: 'A session id alone must not be enough: it belongs to who opened it.',
    source: security,
    eras: [legacy],
    client: 'http',
    run: async (stage) => {
      const { first, second } = stage.tokens;
      if (first === undefined || second === undefined)
        throw new NotRun('needs two tokens: --token FIRST --token SECOND');
      const owner = await stage.connect({ token: first });
      const headers = { 'mcp-session-id': owner.session, 'mcp-protocol-version': legacy };
      const thief = await stage.connect({ token: second, initialize: false, headers });
      const { status } = await callTool(thief);
      holds(status >= 400, `a stolen session got the status ${status}`);
      same(stage.server.count('tools/call'), 0, 'calls at the server');
    },
  },
  {
    name: 'sessions/same-id-twice',
    why: 'A client that uses an id twice is wrong, and must not get another call’s answer.',
    source: 'specification/2026-07-28/basic#requests',
    eras,
    client: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) => {
        const name = at(call.message.fields, 'params', 'name');
        call.answer(saying(call, String(name)));
      });
      const names = ['echo', 'other'];
      const answers = names.map((name) => callTool(client, { name }, { id: 'same' }));
      for (const [index, answer] of (await Promise.all(answers)).entries()) {
        const isRefused = at(answer.fields, 'result') === undefined;
        holds(isRefused || textOf(answer) === names[index], 'a call got the answer of another');
      }
    },
  },
];
