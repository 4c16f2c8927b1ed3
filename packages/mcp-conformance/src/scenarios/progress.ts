import { includes, same, type Scenario } from '../scenario.ts';
import { eras } from '../wire/era.ts';
import { at, type Fields, methodOf } from '../wire/message.ts';
import type { Call } from '../server/call.ts';
import { held, notification, saying, textOf } from './support.ts';

const source = 'specification/2026-07-28/basic/patterns/progress';

function progress(call: Call, params: Fields): void {
  const progressToken = at(call.message.fields, 'params', '_meta', 'progressToken');
  call.send(notification('notifications/progress', { progressToken, ...params }));
}

export const progressScenarios: readonly Scenario[] = [
  {
    name: 'progress/token',
    why: 'The client knows its call by the token that it chose, with the type that it has.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      for (const token of ['tok-1', 42, '42']) {
        const meta = { progressToken: token };
        const { call, pending } = await held(stage, client, { meta });
        progress(call, { progress: 1 });
        const note = await stage.until('progress', client.inbox.take());
        same(at(note.fields, 'params', 'progressToken'), token, 'progressToken');
        call.answer(saying(call, 'done'));
        await stage.until('the result', pending.answer);
      }
    },
  },
  {
    name: 'progress/fields',
    why: 'Total and message are what a person sees.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call } = await held(stage, client, { meta: { progressToken: 'p' } });
      const said = { progress: 0.5, total: 2, message: '½ done', 'com.example': { eta: 3 } };
      progress(call, said);
      const note = await stage.until('progress', client.inbox.take());
      includes(at(note.fields, 'params'), said, 'params');
      call.answer(saying(call, 'done'));
    },
  },
  {
    name: 'progress/order',
    why: 'Progress must grow, and none may come after the result.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client, { meta: { progressToken: 'p' } });
      for (const step of [1, 2, 3, 4]) progress(call, { progress: step });
      call.answer(saying(call, 'done'));
      await stage.until('the result', pending.answer);
      const notes = client.inbox.all.filter((one) => methodOf(one) === 'notifications/progress');
      const steps = notes.map(({ fields }) => at(fields, 'params', 'progress'));
      same(steps, [1, 2, 3, 4], 'progress before the result');
    },
  },
  {
    name: 'progress/clients-apart',
    why: 'Two clients choose the same token; neither may see the other’s progress.',
    source,
    eras,
    run: async (stage) => {
      const [one, two] = [await stage.connect(), await stage.connect()];
      const meta = { progressToken: 1 };
      const first = await held(stage, one, { meta });
      const second = await held(stage, two, { meta });
      progress(first.call, { progress: 1, message: 'of one' });
      progress(second.call, { progress: 1, message: 'of two' });
      for (const { call } of [first, second]) call.answer(saying(call, 'done'));
      same(textOf(await stage.until('a result', first.pending.answer)), 'done', 'text');
      await stage.until('a result', second.pending.answer);
      const heard = [one, two].map(({ inbox }) =>
        inbox.all.map(({ fields }) => at(fields, 'params', 'message')),
      );
      same(heard, [['of one'], ['of two']], 'progress heard');
    },
  },
];
