import { same, type Scenario, type Stage } from '../scenario.ts';
import type { Connection } from '../client/connection.ts';
import { defaultTools, toolsNamed } from '../server/defaults.ts';
import type { Call } from '../server/call.ts';
import { eras, legacy } from '../wire/era.ts';
import { at, type Fields, listAt, methodOf } from '../wire/message.ts';
import { notification } from './support.ts';

const source = 'specification/2025-11-25/basic/transports#listening-for-messages-from-the-server';

interface Change {
  readonly name: string;
  readonly why: string;
  readonly method: string;
  readonly params: Fields;
}

const changes: readonly Change[] = [
  {
    name: 'tools-changed',
    why: 'A client that misses a change offers its model tools that are gone.',
    method: 'notifications/tools/list_changed',
    params: {},
  },
  {
    name: 'resources-changed',
    why: 'Lists of resources change as files come and go.',
    method: 'notifications/resources/list_changed',
    params: {},
  },
  {
    name: 'prompts-changed',
    why: 'A client shows prompts as commands, and the old ones fail.',
    method: 'notifications/prompts/list_changed',
    params: {},
  },
  {
    name: 'resource-updated',
    why: 'The address says which of its resources the client must read again.',
    method: 'notifications/resources/updated',
    params: { uri: 'file:///a/../b%20c' },
  },
];

/** The stream on which the server speaks without being asked, open up to the server. */
async function openStream(stage: Stage, client: Connection): Promise<Call> {
  void client.listen();
  return stage.until('the stream for messages of the server', stage.server.streams.take());
}

export const lists: readonly Scenario[] = [
  ...changes.map(({ name, why, method, params }): Scenario => ({
    name: `lists/${name}`,
    why,
    source,
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const stream = await openStream(stage, client);
      stream.send(notification(method, params));
      const note = await stage.until(
        `${method} at the client`,
        client.inbox.take((one) => methodOf(one) === method),
      );
      const uri = at(params, 'uri');
      same(at(note.fields, 'params', 'uri'), uri, 'params.uri');
    },
  })),
  {
    name: 'lists/subscribe',
    why: 'A subscription that stays at the proxy never fires.',
    source: 'specification/2025-11-25/server/resources#subscriptions',
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      await client.request('resources/subscribe', { uri: 'file:///a' }).answer;
      const call = await stage.until('it', stage.server.next('resources/subscribe'));
      same(at(call.message.fields, 'params', 'uri'), 'file:///a', 'params.uri');
    },
  },
  {
    name: 'lists/server-request',
    why: 'A server may ask its client outside of any call, on the stream that is always open.',
    source,
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const stream = await openStream(stage, client);
      stream.send({ jsonrpc: '2.0', id: 'r-1', method: 'roots/list' });
      const asked = await stage.until('roots/list at the client', client.inbox.take());
      await client.respond(at(asked.fields, 'id'), { roots: [] });
      await stage.until('the answer at the server', stage.server.response('r-1'));
    },
  },
  {
    name: 'lists/fresh',
    leaves: true,
    why: 'A list without a time to live must not be kept: the next one may differ.',
    source: 'specification/2026-07-28/changelog',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const names = async (): Promise<readonly unknown[]> => {
        const { fields } = await client.request('tools/list').answer;
        return listAt(fields, 'result', 'tools').map((tool) => at(tool, 'name'));
      };
      same(await names(), ['echo', 'other', 'slow'], 'the first list');
      stage.server.tools = defaultTools.slice(1);
      same(await names(), ['other', 'slow'], 'the second list');
    },
  },
  {
    name: 'lists/order',
    leaves: true,
    why: 'A stable order of tools keeps the prompt cache of the model warm.',
    source: 'specification/2026-07-28/changelog',
    eras,
    run: async (stage) => {
      stage.server.tools = toolsNamed(['zeta', 'alpha', 'mu']);
      const { fields } = await (await stage.connect()).request('tools/list').answer;
      const names = listAt(fields, 'result', 'tools').map((one) => at(one, 'name'));
      same(names, ['zeta', 'alpha', 'mu'], 'order of the tools');
    },
  },
];
