import { same, type Scenario } from '../scenario.ts';
import type { Connection } from '../client/connection.ts';
import { legacy, modern } from '../wire/era.ts';
import { at, listAt } from '../wire/message.ts';
import { callTool, textOf } from './support.ts';

const source = 'specification/2026-07-28/basic/versioning#compatibility-matrix';

const someCalls = 3;
const error = { code: -32_077, message: 'Out of stock', data: { left: 0 } };

/** An error between the eras is the server's own, as it is within one. */
const errors: readonly Scenario[] = (
  [
    ['old-client-error', legacy, modern],
    ['new-client-error', modern, legacy],
  ] as const
).map(([name, client, server]) => ({
  name: `bridge/${name}`,
  leaves: true,
  why: 'An agent that cannot tell errors apart repeats what can never succeed.',
  source,
  eras: [client],
  optional: true,
  run: async (stage) => {
    stage.server.era = server;
    stage.server.on('tools/call', (call) => call.fail(error));
    const { fields } = await callTool(await stage.connect());
    same(at(fields, 'error'), error, 'error');
  },
}));

async function listsAll(client: Connection): Promise<void> {
  const { fields } = await client.request('tools/list').answer;
  const names = listAt(fields, 'result', 'tools').map((tool) => at(tool, 'name'));
  same(names, ['echo', 'other', 'slow'], 'tools');
}

/** A proxy may speak one era to its client and the other to its server: the matrix allows it. */
export const bridge: readonly Scenario[] = [
  {
    name: 'bridge/old-client',
    leaves: true,
    why: 'Clients are updated after servers: without a bridge they stop working.',
    source,
    eras: [legacy],
    optional: true,
    run: async (stage) => {
      stage.server.era = modern;
      const client = await stage.connect();
      await listsAll(client);
      same(textOf(await callTool(client)), 'echo', 'text');
    },
  },
  {
    name: 'bridge/new-client',
    leaves: true,
    why: 'Most servers are old: a new client reaches them only through a bridge.',
    source,
    eras: [modern],
    optional: true,
    run: async (stage) => {
      stage.server.era = legacy;
      const client = await stage.connect();
      await listsAll(client);
      const answer = await callTool(client);
      same(textOf(answer), 'echo', 'text');
      same(at(answer.fields, 'result', 'resultType'), 'complete', 'resultType');
    },
  },
  ...errors,
  {
    name: 'bridge/one-session',
    leaves: true,
    why: 'A session for each request of a new client fills the memory of an old server.',
    source,
    eras: [modern],
    optional: true,
    run: async (stage) => {
      stage.server.era = legacy;
      const client = await stage.connect();
      for (let call = 0; call < someCalls; call += 1) await callTool(client);
      const calls = stage.server.calls.all.filter(({ method }) => method === 'tools/call');
      same(calls.length, someCalls, 'calls at the server');
      same(new Set(calls.map(({ session }) => session)).size, 1, 'sessions of the server');
    },
  },
];
