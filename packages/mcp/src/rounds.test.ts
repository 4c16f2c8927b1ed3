import { expect, test } from 'vitest';
import { metaKeys, stateless } from './era.ts';
import type { ServerCall } from './gatekeeper.ts';
import type { Message } from './message.ts';
import { McpProxy } from './proxy.ts';
import { StateSeal } from './state-seal.ts';

const seal = new StateSeal({ nowMs: () => 0 });

/** A server that answers each call of its tool with a question, and its client. */
function asking(identity: string) {
  const heard: Message[] = [];
  const told: Message[] = [];
  const checked: ServerCall[] = [];
  const results: Readonly<Record<string, object>> = {
    'server/discover': { serverInfo: { name: 'asks', version: '1' } },
    'tools/list': { tools: [{ name: 'ask' }] },
    'tools/call': {
      resultType: 'input_required',
      inputRequests: { who: { method: 'elicitation/create', params: { message: 'Who?' } } },
      requestState: `of ${identity}`,
    },
  };
  const proxy: McpProxy = new McpProxy({
    name: 'files',
    identity,
    oldest: '2024-11-05',
    owner: 'key_1',
    seal,
    keeper: {
      mayShow: async (offers) => offers.map(() => true),
      check: async (call) => (checked.push(call), { kind: 'go' }),
      received: async () => {},
      labels: () => ({ messages: true, forms: true, roots: true }),
      said: async () => {},
    },
    toClient: async (message) => void told.push(message),
    toServer: async (message) => {
      heard.push(message);
      const { id, method } = Object.assign({ id: 0, method: '' }, message);
      await proxy.fromServer({ jsonrpc: '2.0', id, result: { ...results[method] } });
    },
  });
  const call = async (more: object = {}): Promise<unknown> => {
    const meta = { [metaKeys.version]: stateless, [metaKeys.capabilities]: {} };
    const params = { name: 'ask', arguments: {}, ...more, _meta: meta };
    await proxy.fromClient({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    return told.at(-1);
  };
  return { call, heard, checked };
}

function stateIn(message: unknown): unknown {
  return Object.assign({ result: { requestState: '' } }, message).result.requestState;
}

test('an answer to what no object lacks is an answer to no question', async () => {
  const { call, heard, checked } = asking('node one.js');
  const requestState = stateIn(await call());
  const names = ['constructor', 'toString', 'who'].map((name) => [name, { action: 'decline' }]);
  await call({ requestState, inputResponses: Object.fromEntries(names) });
  expect(heard.at(-1)).toMatchObject({
    params: { inputResponses: { who: { action: 'decline' } }, requestState: 'of node one.js' },
  });
  expect(JSON.stringify(heard)).not.toContain('constructor');
  expect(checked.map(({ kind }) => kind)).toEqual(['tool', 'elicitation', 'tool']);
});

test('what a program wants back is given to no other of its name', async () => {
  const [one, other] = [asking('node one.js'), asking('node other.js')];
  const requestState = stateIn(await one.call());
  await other.call();
  expect(await other.call({ requestState })).toMatchObject({ error: { code: -32_602 } });
  expect(JSON.stringify(other.heard)).not.toContain('of node one.js');
});
