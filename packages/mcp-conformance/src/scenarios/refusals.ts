import { holds, same, type Scenario, type Stage } from '../scenario.ts';
import { type Era, eras, legacy, metaKeys, modern } from '../wire/era.ts';
import { at, type Fields } from '../wire/message.ts';
import { saying, stillWorks } from './support.ts';

const http = 'specification/2026-07-28/basic/transports/streamable-http';

function hello(era: Era): string {
  return era === legacy ? 'initialize' : 'server/discover';
}

async function refusedHello(stage: Stage, headers: Record<string, string>): Promise<number> {
  const client = await stage.connect({ initialize: false });
  const method = hello(stage.era);
  const params = {
    protocolVersion: legacy,
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  const before = stage.server.count(method);
  const { answer } = client.request(method, stage.era === legacy ? params : {}, { headers });
  const { status } = await answer;
  same(stage.server.count(method) - before, 0, 'requests that reached the server');
  return status;
}

/** A call of a tool as its text, for what no client library sends. */
function callText(era: Era, id: unknown): string {
  const meta: Fields =
    era === modern ? { [metaKeys.version]: modern, [metaKeys.capabilities]: {} } : {};
  const params = { name: 'echo', arguments: {}, _meta: meta };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
}

function twoNames(raw: string): string {
  return raw.replace('"name":"echo"', '"name":"other","name":"echo"');
}

const mirrored = { 'mcp-method': 'tools/call', 'mcp-name': 'echo' };

export const refusals: readonly Scenario[] = [
  {
    name: 'refusals/foreign-origin',
    why: 'A web page that rebinds its name to 127.0.0.1 would call the user’s tools.',
    source: `${http}#security-&-endpoint`,
    eras,
    client: 'http',
    run: async (stage) => {
      const status = await refusedHello(stage, { origin: 'http://rebound.example' });
      same(status, 403, 'status of a request from a foreign page');
    },
  },
  {
    name: 'refusals/foreign-host',
    why: 'After a rebinding the page is of the same origin, and only the host gives it away.',
    source: `${http}#security-&-endpoint`,
    eras,
    client: 'http',
    run: async (stage) => {
      const status = await refusedHello(stage, { host: 'rebound.example' });
      holds(status >= 400 && status < 500, `a request for a foreign host got ${status}`);
    },
  },
  {
    name: 'refusals/batch',
    why: 'Batches are gone from the protocol; one that passes unread evades every rule.',
    source: `${http}#sending-messages`,
    eras,
    client: 'http',
    run: async (stage) => {
      let ran = 0;
      stage.server.on('tools/call', (call) => {
        ran += 1;
        call.answer(saying(call, 'ran'));
      });
      const client = await stage.connect();
      const calls = ['b1', 'b2'].map((id) => callText(stage.era, id));
      const { status } = await client.post(`[${calls.join(',')}]`, mirrored);
      same(ran, 0, 'calls of the batch that ran');
      holds(status >= 400 && status < 500, `a batch got the status ${status}`);
      await stillWorks(stage, client);
    },
  },
  {
    name: 'refusals/broken-json',
    why: 'Half a message must be refused, and must not stop the proxy.',
    source: 'specification/2026-07-28/basic#error-codes',
    eras,
    client: 'http',
    run: async (stage) => {
      const client = await stage.connect();
      const { status } = await client.post('{"jsonrpc":"2.0","id":1,"method":', mirrored);
      holds(status >= 400 && status < 500, `broken JSON got the status ${status}`);
      await stillWorks(stage, client);
    },
  },
  {
    name: 'refusals/survives-garbage',
    why: 'A line that is no message must not end the session.',
    source: 'specification/2026-07-28/basic/transports/stdio',
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      for (const garbage of ['hello', '{"jsonrpc":"1.0"}', '{}', '42'])
        await client.post(garbage, mirrored);
      await stillWorks(stage, client);
    },
  },
  {
    name: 'refusals/null-id',
    why: 'A request without a usable id cannot be answered, and must not run.',
    source: 'specification/2026-07-28/basic#requests',
    eras,
    client: 'http',
    run: async (stage) => {
      let ran = 0;
      stage.server.on('tools/call', (call) => {
        ran += 1;
        call.answer(saying(call, 'ran'));
      });
      const client = await stage.connect();
      const { fields } = await client.post(callText(stage.era, null), mirrored);
      same(ran, 0, 'calls that ran');
      holds(at(fields, 'result') === undefined, 'the call got a result');
    },
  },
  {
    name: 'refusals/two-names',
    why: 'With two `name` keys a proxy may check one and the server run the other.',
    source: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
    eras,
    client: 'http',
    optional: true,
    run: async (stage) => {
      const client = await stage.connect();
      const params = { name: 'echo', arguments: {} };
      await client.request('tools/call', params, { edit: twoNames }).answer;
      const raws = stage.server.calls.all.map(({ message }) => message.raw);
      const isTwice = raws.some((raw) => raw.includes('"other"') && raw.includes('"echo"'));
      holds(!isTwice, 'a call with two names passed as it was');
    },
  },
];
