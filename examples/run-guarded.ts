import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadPolicy, runGuarded, type Tool } from '@sluice/core';
import { scriptedModel } from '@sluice/core/testing';
import { nextMove, paid, readMail, sendMoney } from './support/reader.ts';

process.chdir(import.meta.dirname);
const model = scriptedModel(({ view }) => {
  const results = view.messages.flatMap((message) => (message.role === 'tool' ? [message] : []));
  const { text, call } = nextMove(results.map((result) => JSON.stringify(result.parts)));
  return { text, calls: call === undefined ? [] : [call] };
});

const tools: readonly Tool[] = [
  {
    name: 'read_mail',
    description: 'Reads the newest mail.',
    parameters: { type: 'object', properties: {} },
    execute: () => readMail(),
  },
  {
    name: 'send_money',
    description: 'Sends money to somebody.',
    parameters: { type: 'object', properties: { to: { type: 'string' }, amount: {} } },
    execute: ({ to, amount }) => sendMoney({ to: String(to), amount: Number(amount) }),
  },
];
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));

// #region readme
const turn = await runGuarded(
  { model, tools, policy, confirm: undefined },
  'What does my newest mail say?',
);
// #endregion

assert.equal(turn.outcome, 'answered');
assert.ok(turn.events.some((event) => event.type === 'call-refused'));
assert.deepEqual(paid, []);
