import { holds, type Scenario, same } from '../scenario.ts';
import { complete } from '../server/defaults.ts';
import { eras } from '../wire/era.ts';
import { at } from '../wire/message.ts';
import { callTool, textOf } from './support.ts';

/** More than a double can hold: most languages' JSON parsers change it. */
const bigNumber = '9007199254740993';
const mark = '"@big"';
const fiveMegabytes = 5 * 1024 * 1024;
const source = 'https://www.rfc-editor.org/rfc/rfc8259#section-6';

export const bigNumbers: readonly Scenario[] = [
  {
    name: 'requests/big-number',
    why: 'Account numbers exceed 2^53; JSON lets a parser round them, so this is optional.',
    source,
    eras,
    optional: true,
    run: async (stage) => {
      const client = await stage.connect();
      const edit = (raw: string): string => raw.replace(mark, bigNumber);
      await callTool(client, { arguments: { account: '@big' } }, { edit });
      const { message } = await stage.until('the call', stage.server.next('tools/call'));
      holds(message.raw.includes(bigNumber), `${bigNumber} in an argument was rounded`);
    },
  },
  {
    name: 'results/big-number',
    why: 'Ids of rows exceed 2^53; JSON lets a parser round them, so this is optional.',
    source,
    eras,
    optional: true,
    run: async (stage) => {
      stage.server.on('tools/call', (call) => {
        const result = complete(call, { content: [], structuredContent: { id: '@big' } });
        const id = at(call.message.fields, 'id');
        call.answerRaw(JSON.stringify({ jsonrpc: '2.0', id, result }).replace(mark, bigNumber));
      });
      const { raw } = await callTool(await stage.connect());
      holds(raw.includes(bigNumber), `${bigNumber} in a result was rounded`);
    },
  },
  {
    name: 'results/five-megabytes',
    why: 'Files and screenshots are this big, and a limit of a proxy shows only then.',
    source: 'specification/2026-07-28/server/tools',
    eras,
    run: async (stage) => {
      const text = 'ü'.repeat(fiveMegabytes / 2);
      stage.server.on('tools/call', (call) => {
        call.answer(complete(call, { content: [{ type: 'text', text }] }));
      });
      const got = textOf(await callTool(await stage.connect()));
      same(typeof got === 'string' ? got.length : got, text.length, 'characters');
      holds(got === text, 'the text changed');
    },
  },
];
