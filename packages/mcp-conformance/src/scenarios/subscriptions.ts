import { holds, same, type Scenario, type Stage } from '../scenario.ts';
import type { Connection, Pending } from '../client/connection.ts';
import type { Call } from '../server/call.ts';
import { metaKeys, modern } from '../wire/era.ts';
import { at, type Fields, methodOf } from '../wire/message.ts';
import { callTool, notification } from './support.ts';

const source = 'specification/2026-07-28/basic/patterns/subscriptions';
const eras = [modern] as const;
const acknowledged = 'notifications/subscriptions/acknowledged';
const changed = 'notifications/tools/list_changed';
const filter = { toolsListChanged: true, resourceSubscriptions: ['file:///a%20b'] };

function tagged(call: Call, method: string, params: Fields = {}): void {
  const meta = { [metaKeys.subscription]: at(call.message.fields, 'id') };
  call.send(notification(method, { ...params, _meta: meta }));
}

interface Listening {
  readonly pending: Pending;
  readonly call: Call;
}

async function listening(stage: Stage, client: Connection): Promise<Listening> {
  const method = 'subscriptions/listen';
  stage.server.on(method, (call) => tagged(call, acknowledged, { notifications: filter }));
  const pending = client.request(method, { notifications: filter });
  const call = await stage.until('the subscription at the server', stage.server.next(method));
  return { pending, call };
}

function heard(client: Connection, method: string): Promise<Fields> {
  return client.inbox.take((one) => methodOf(one) === method).then(({ fields }) => fields);
}

export const subscriptions: readonly Scenario[] = [
  {
    name: 'subscriptions/filter',
    why: 'A server must send only what the client asked for, so the filter must arrive whole.',
    source,
    eras,
    run: async (stage) => {
      const { call } = await listening(stage, await stage.connect());
      same(at(call.message.fields, 'params', 'notifications'), filter, 'notifications');
    },
  },
  {
    name: 'subscriptions/acknowledged',
    why: 'The client learns from the first message what the server will send.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { pending } = await listening(stage, client);
      const ack = await stage.until('the acknowledgement', heard(client, acknowledged));
      same(at(ack, 'params', 'notifications'), filter, 'notifications');
      same(at(ack, 'params', '_meta', metaKeys.subscription), pending.id, 'subscriptionId');
    },
  },
  {
    name: 'subscriptions/change',
    why: 'A client that misses a change goes on with tools that are gone.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call } = await listening(stage, client);
      await stage.until('the acknowledgement', heard(client, acknowledged));
      tagged(call, changed);
      await stage.until('the change at the client', heard(client, changed));
    },
  },
  {
    name: 'subscriptions/id',
    why: 'With several subscriptions on one channel the id says which one a change is for.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await listening(stage, client);
      tagged(call, 'notifications/resources/updated', { uri: 'file:///a%20b' });
      const note = await stage.until('it', heard(client, 'notifications/resources/updated'));
      same(at(note, 'params', 'uri'), 'file:///a%20b', 'uri');
      same(at(note, 'params', '_meta', metaKeys.subscription), pending.id, 'subscriptionId');
    },
  },
  {
    name: 'subscriptions/apart',
    why: 'A client that did not subscribe must not hear what others follow.',
    source,
    eras,
    run: async (stage) => {
      const [client, other] = [await stage.connect(), await stage.connect()];
      const { call } = await listening(stage, client);
      tagged(call, changed);
      await stage.until('the change at the client', heard(client, changed));
      await callTool(other);
      holds(other.inbox.all.length === 0, 'another client heard of the change');
    },
  },
  {
    name: 'subscriptions/closed',
    why: 'A subscription that nobody reads keeps the server busy for ever.',
    source,
    eras,
    client: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await listening(stage, client);
      await stage.until('the acknowledgement', heard(client, acknowledged));
      pending.abort();
      await stage.until('the server to lose the subscription', call.gone);
    },
  },
  {
    name: 'subscriptions/ended-by-server',
    why: 'A client must learn that its subscription ended, or it waits for changes in vain.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await listening(stage, client);
      await stage.until('the acknowledgement', heard(client, acknowledged));
      const meta = { [metaKeys.subscription]: at(call.message.fields, 'id') };
      call.answer({ resultType: 'complete', _meta: meta });
      const { fields } = await stage.until('the end', pending.answer);
      same(at(fields, 'result', 'resultType'), 'complete', 'resultType');
    },
  },
];
