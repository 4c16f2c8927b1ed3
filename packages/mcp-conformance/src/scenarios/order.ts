import { holds, same, type Scenario } from '../scenario.ts';
import { eras, legacy } from '../wire/era.ts';
import { at, methodOf } from '../wire/message.ts';
import { callTool, held, notification, saying, stillWorks, textOf, tick } from './support.ts';

const patterns = 'specification/2026-07-28/basic/patterns';
const some = 20;
const flood = 1000;

export const order: readonly Scenario[] = [
  {
    name: 'order/notifications',
    why: 'Notifications that overtake each other or the result show a wrong state.',
    source: `${patterns}/progress`,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      for (let step = 1; step <= some; step += 1) tick(call, step);
      call.answer(saying(call, 'done'));
      await stage.until('the result', pending.answer);
      const steps = client.inbox.all.map(({ fields }) => at(fields, 'params', 'progress'));
      same(
        steps,
        Array.from({ length: some }).map((_, step) => step + 1),
        'steps before the result',
      );
    },
  },
  {
    name: 'order/flood',
    why: 'A chatty server must not make a proxy drop messages or stall.',
    source: `${patterns}/progress`,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      for (let step = 1; step <= flood; step += 1) tick(call, step, { message: 'x'.repeat(some) });
      call.answer(saying(call, 'done'));
      same(textOf(await stage.until('the result', pending.answer)), 'done', 'text');
      same(client.inbox.all.length, flood, 'notifications');
      await stillWorks(stage, client);
    },
  },
  {
    name: 'order/answers-cross',
    why: 'Two calls at once may be answered in any order, and each client call has its own answer.',
    source: 'specification/2026-07-28/basic#responses',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const first = await held(stage, client);
      const second = await held(stage, client);
      second.call.answer(saying(second.call, 'second'));
      same(textOf(await stage.until('the second', second.pending.answer)), 'second', 'second');
      first.call.answer(saying(first.call, 'first'));
      same(textOf(await stage.until('the first', first.pending.answer)), 'first', 'first');
    },
  },
  {
    name: 'order/server-notification',
    why: 'Notifications of extensions must pass like those of the protocol.',
    source: 'specification/2026-07-28/basic#notifications',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      const params = { deep: { list: [null, 'é'] }, flag: false };
      call.send(notification('notifications/com.example/odd', params));
      call.answer(saying(call, 'done'));
      await stage.until('the result', pending.answer);
      const got = client.inbox.all.find((one) => methodOf(one) === 'notifications/com.example/odd');
      same(at(got?.fields, 'params'), params, 'params of the notification');
    },
  },
  {
    name: 'order/client-notification',
    why: 'A proxy that keeps the client’s notifications breaks roots and extensions.',
    source: 'specification/2025-11-25/basic#notifications',
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const method = 'notifications/com.example/hint';
      await client.notify(method, { level: [1] });
      const call = await stage.until('the notification at the server', stage.server.next(method));
      same(at(call.message.fields, 'params', 'level'), [1], 'params.level');
      holds(at(call.message.fields, 'id') === undefined, 'a notification became a request');
    },
  },
  {
    name: 'order/streams',
    why: 'A proxy that collects a stream until its end shows no progress and times out.',
    source: 'specification/2026-07-28/basic/transports/streamable-http#receiving-messages',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      tick(call, 1);
      await stage.until('a notification before the server answers', client.inbox.take());
      call.answer(saying(call, 'done'));
      same(textOf(await stage.until('the result', pending.answer)), 'done', 'text');
    },
  },
  {
    name: 'order/hanging-call',
    why: 'One slow tool must not block the others.',
    source: 'specification/2026-07-28/basic#statelessness',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const slow = await held(stage, client);
      await stillWorks(stage, client);
      slow.call.answer(saying(slow.call, 'late'));
      same(textOf(await stage.until('the slow answer', slow.pending.answer)), 'late', 'text');
    },
  },
  {
    name: 'order/keep-alive',
    why: 'Servers write comments to keep a quiet stream open; they are no end and no message.',
    source: 'specification/2026-07-28/basic/transports/streamable-http#receiving-messages',
    eras,
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      call.comment();
      call.comment();
      call.answer(saying(call, 'done'));
      same(textOf(await stage.until('the result', pending.answer)), 'done', 'text');
    },
  },
  {
    name: 'order/empty-list',
    leaves: true,
    why: 'A server without tools is no failure.',
    source: 'specification/2026-07-28/server/tools#listing-tools',
    eras,
    run: async (stage) => {
      stage.server.tools = [];
      const client = await stage.connect();
      const answer = await client.request('tools/list').answer;
      same(at(answer.fields, 'result', 'tools'), [], 'tools');
      await callTool(client);
    },
  },
];
