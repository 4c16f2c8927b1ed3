import { holds, same, type Scenario } from '../scenario.ts';
import { eras } from '../wire/era.ts';
import { callTool, failed, held, saying, stillWorks, tick } from './support.ts';

const source = 'specification/2026-07-28/basic/transports/streamable-http';

export const faults: readonly Scenario[] = [
  {
    name: 'faults/dies-in-call',
    why: 'A client that never hears of a dead server waits for ever.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) => call.hangUp());
      const isFailed = await stage.until('an error', failed(callTool(client)));
      holds(isFailed, 'a call whose server died got a result');
    },
  },
  {
    name: 'faults/not-retried',
    why: 'A call whose fate is unknown may have paid: a proxy must not make it again.',
    source: 'specification/2026-07-28/changelog',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) => call.hangUp());
      await stage.until('an error', failed(callTool(client)));
      same(stage.server.count('tools/call'), 1, 'calls at the server');
    },
  },
  {
    name: 'faults/dies-in-stream',
    why: 'A stream that breaks after progress is a failed call, and no empty success.',
    source,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      const { call, pending } = await held(stage, client);
      tick(call, 1);
      await stage.until('the stream', client.inbox.take());
      call.hangUp();
      holds(await stage.until('an error', failed(pending.answer)), 'a broken call got a result');
    },
  },
  {
    name: 'faults/recovers',
    why: 'A server that was restarted must be reached again without a restart of the proxy.',
    source,
    eras,
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) => call.hangUp());
      await stage.until('an error', failed(callTool(client)));
      await stillWorks(stage, client);
    },
  },
  {
    name: 'faults/half-a-message',
    why: 'An answer that is cut off must not become a result.',
    source,
    eras,
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) => call.answerRaw('{"jsonrpc":"2.0","result":{"con'));
      holds(await stage.until('an error', failed(callTool(client))), 'half an answer is a result');
      await stillWorks(stage, client);
    },
  },
  {
    name: 'faults/status-500',
    why: 'A server error must reach the client as an error.',
    source,
    eras,
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) => call.status({ code: 500, body: 'oops' }));
      holds(await stage.until('an error', failed(callTool(client))), 'status 500 became a result');
    },
  },
  {
    name: 'faults/one-of-two',
    why: 'A call that breaks must not break the call beside it.',
    source,
    eras,
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      const broken = await held(stage, client);
      const other = await held(stage, client);
      broken.call.hangUp();
      await stage.until('an error', failed(broken.pending.answer));
      other.call.answer(saying(other.call, 'done'));
      const isFailed = await stage.until('the other answer', failed(other.pending.answer));
      holds(!isFailed, 'a call failed since another one broke');
    },
  },
  {
    name: 'faults/ends-without-answer',
    why: 'A stream that ends without an answer has lost the call, and the client must hear of it.',
    source,
    eras: ['2026-07-28'],
    server: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      stage.server.on('tools/call', (call) => call.endStream());
      holds(await stage.until('an end', failed(callTool(client))), 'no answer became a result');
      same(stage.server.count('tools/call'), 1, 'calls at the server');
    },
  },
];
