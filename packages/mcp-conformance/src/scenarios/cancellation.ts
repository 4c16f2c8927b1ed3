import { holds, same, type Scenario } from '../scenario.ts';
import { eras, legacy, modern } from '../wire/era.ts';
import { at, methodOf } from '../wire/message.ts';
import { held, saying, stillWorks, textOf, tick } from './support.ts';

const source = 'specification/2025-11-25/basic/utilities/cancellation';
const streamed = 'specification/2026-07-28/basic/transports/streamable-http#cancellation';
const cancelled = 'notifications/cancelled';

export const cancellation: readonly Scenario[] = [
  {
    name: 'cancellation/forwarded',
    why: 'A call that the user stopped goes on at the server, and may pay or delete.',
    source,
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      await client.notify(cancelled, { requestId: pending.id, reason: 'changed my mind' });
      const note = await stage.until('the server to hear of it', stage.server.next(cancelled));
      const { fields } = note.message;
      same(at(fields, 'params', 'requestId'), at(call.message.fields, 'id'), 'params.requestId');
    },
  },
  {
    name: 'cancellation/reason',
    why: 'The reason is for the log of the server.',
    source,
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const { pending } = await held(stage, client);
      await client.notify(cancelled, { requestId: pending.id, reason: 'changed my mind' });
      const note = await stage.until('the server to hear of it', stage.server.next(cancelled));
      same(at(note.message.fields, 'params', 'reason'), 'changed my mind', 'params.reason');
    },
  },
  {
    name: 'cancellation/closed-stream',
    why: 'In 2026-07-28 closing the stream is the only way to stop a call over HTTP.',
    source: streamed,
    eras: [modern],
    client: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      tick(call, 1);
      await stage.until('the stream', client.inbox.take());
      pending.abort();
      await stage.until('the server to lose the call', call.gone);
    },
  },
  {
    name: 'cancellation/closed-before-answer',
    why: 'A client may go before the server said anything at all.',
    source: streamed,
    eras: [modern],
    client: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      pending.abort();
      await stage.until('the server to lose the call', call.gone);
    },
  },
  {
    name: 'cancellation/others-go-on',
    why: 'Stopping one call must not stop those beside it.',
    source,
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const stopped = await held(stage, client);
      const other = await held(stage, client);
      await client.notify(cancelled, { requestId: stopped.pending.id });
      await stage.until('the server to hear of it', stage.server.next(cancelled));
      other.call.answer(saying(other.call, 'done'));
      same(textOf(await stage.until('the other answer', other.pending.answer)), 'done', 'text');
    },
  },
  {
    name: 'cancellation/race',
    why: 'A result that crosses the cancellation must neither break the connection nor come twice.',
    source,
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      call.answer(saying(call, 'too late'));
      await client.notify(cancelled, { requestId: pending.id });
      await stillWorks(stage, client);
      const answers = client.inbox.all.filter((one) => methodOf(one) === '');
      same(answers.length, 0, 'further answers');
    },
  },
  {
    name: 'cancellation/unknown-call',
    why: 'A cancellation of a call that ended long ago must be ignored.',
    source,
    eras: [legacy],
    run: async (stage) => {
      const client = await stage.connect();
      const { status } = await client.notify(cancelled, { requestId: 'never-sent' });
      holds(status < 300, `a cancellation that means nothing got the status ${status}`);
      await stillWorks(stage, client);
    },
  },
  {
    name: 'cancellation/client-leaves',
    why: 'A client that goes must not take the connection of another with it.',
    source: streamed,
    eras,
    client: 'http',
    run: async (stage) => {
      const [leaving, staying] = [await stage.connect(), await stage.connect()];
      const other = await held(stage, staying);
      const { pending } = await held(stage, leaving);
      pending.abort();
      other.call.answer(saying(other.call, 'done'));
      same(textOf(await stage.until('the other answer', other.pending.answer)), 'done', 'text');
    },
  },
];
