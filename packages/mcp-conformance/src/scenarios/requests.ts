import { holds, includes, same, type Scenario, type Stage } from '../scenario.ts';
import { toolsNamed } from '../server/defaults.ts';
import { eras } from '../wire/era.ts';
import { at, type Fields, textAt } from '../wire/message.ts';
import { callTool } from './support.ts';

const basic = 'specification/2026-07-28/basic';
const bigCharacters = 1_000_000;

interface Passed {
  readonly name: string;
  readonly why: string;
  readonly params: Fields;
}

const passed: readonly Passed[] = [
  {
    name: 'nested-arguments',
    why: 'Arguments decide what a tool does; nothing in them may be flattened or turned into text.',
    params: { arguments: { a: [[1], { b: [] }], 'c d': { e: 'f' } } },
  },
  {
    name: 'unknown-param',
    why: 'Extensions add parameters beside the arguments, such as the task of a call.',
    params: { task: { ttl: 60_000 } },
  },
  {
    name: 'null-and-empty',
    why: 'A tool may tell null from absent; a serialiser that drops nulls changes the call.',
    params: { arguments: { a: null, b: '', c: [], d: {}, e: false, f: 0 } },
  },
  {
    name: 'unicode',
    why: 'A path or name that was normalised names another file or person.',
    params: { arguments: { path: 'Cafe\u0301/\u{1F600}\u2028', key: '\u0000\uFEFF' } },
  },
  {
    name: 'fractions',
    why: 'An amount must reach the tool as the client sent it.',
    params: { arguments: { a: 0.1, b: 1e21, c: -9_007_199_254_740_991, d: 19.99 } },
  },
  {
    name: 'number-as-text',
    why: 'A proxy that guesses types turns the text "007" into the number 7.',
    params: { arguments: { code: '007', flag: 'true', json: '{"a":1}' } },
  },
  {
    name: 'odd-keys',
    why: 'Keys such as `__proto__` are data of the caller, and must not vanish.',
    params: { arguments: JSON.parse('{"__proto__":{"a":1},"constructor":2,"":3}') },
  },
  {
    name: 'big',
    why: 'A call that writes a file of a megabyte is ordinary.',
    params: { arguments: { text: 'x'.repeat(bigCharacters) } },
  },
];

const arriving = passed.map(({ name, why, params }): Scenario => ({
  name: `requests/${name}`,
  why,
  source: basic,
  eras,
  run: (stage) => reaches(stage, params),
}));

async function reaches(stage: Stage, params: Fields): Promise<void> {
  const client = await stage.connect();
  const answer = await callTool(client, params);
  holds(at(answer.fields, 'result') !== undefined, `the call got the status ${answer.status}`);
  const call = await stage.until('the call', stage.server.next('tools/call'));
  const got = at(call.message.fields, 'params');
  for (const [key, value] of Object.entries(params)) same(at(got, key), value, `params.${key}`);
}

export const requests: readonly Scenario[] = [
  ...arriving,
  {
    name: 'requests/meta',
    why: 'Trace context and vendor data of the client belong to the server.',
    source: `${basic}#meta`,
    eras,
    run: async (stage) => {
      const meta = { 'com.example/cost': { max: 3 }, baggage: 'user=7' };
      const client = await stage.connect();
      await callTool(client, {}, { meta });
      const call = await stage.until('the call', stage.server.next('tools/call'));
      includes(at(call.message.fields, 'params', '_meta'), meta, '_meta');
    },
  },
  {
    name: 'requests/unknown-method',
    why: 'Extensions add methods; a proxy that refuses them freezes the protocol.',
    source: 'specification/2026-07-28/basic/versioning#extension-negotiation',
    eras,
    run: async (stage) => {
      const said = { resultType: 'complete', seen: [1, { two: '2' }] };
      stage.server.on('com.example/look', (call) => call.answer(said));
      const client = await stage.connect();
      const answer = await client.request('com.example/look', { depth: { of: 2 } }).answer;
      same(at(answer.fields, 'result', 'seen'), said.seen, 'result.seen');
      const call = await stage.until('the call', stage.server.next('com.example/look'));
      same(at(call.message.fields, 'params', 'depth'), { of: 2 }, 'params.depth');
    },
  },
  {
    name: 'requests/id-type',
    why: 'A client that sent the text "7" waits for the text "7", and not for the number.',
    source: `${basic}#requests`,
    eras,
    run: async (stage) => {
      const client = await stage.connect();
      for (const id of ['7', 8, 'a/b "c"', 0]) {
        const asked = client.request('tools/call', { name: 'echo', arguments: {} }, { id });
        const answer = await stage.until(`the answer with the id ${id}`, asked.answer);
        same(at(answer.fields, 'id'), id, 'id');
      }
    },
  },
  {
    name: 'requests/tool-name',
    leaves: true,
    why: 'The name decides what runs: a proxy must not trim, fold or rename it.',
    source: 'specification/2026-07-28/server/tools',
    eras,
    run: async (stage) => {
      const names = ['Read.File-v2_x', 'read.file-v2_x', 'a/b'];
      stage.server.tools = toolsNamed(names);
      const client = await stage.connect();
      await client.request('tools/list').answer;
      for (const name of names) {
        await callTool(client, { name });
        const call = await stage.until('the call', stage.server.next('tools/call'));
        same(textAt(call.message.fields, 'params', 'name'), name, 'params.name');
      }
    },
  },
];
