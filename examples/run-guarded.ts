import assert from 'node:assert/strict';
import { startChatServer } from './support/chat-server.ts';
import { paid, readMail, sendMoney } from './support/reader.ts';

process.chdir(import.meta.dirname);
process.env['OPENAI_BASE_URL'] = await startChatServer();
process.env['OPENAI_API_KEY'] = 'none';
const asked: string[] = [];
const askPerson = (question: string): Promise<boolean> => {
  asked.push(question);
  return Promise.resolve(false);
};

// #region readme
import { readFile } from 'node:fs/promises';
import { loadPolicy, runGuarded, type Confirm, type Tool } from '@sluice/core';
import { openaiModel } from '@sluice/core/model/openai';

const tools: readonly Tool[] = [
  {
    name: 'read_mail',
    description: 'Reads the newest mail.',
    parameters: { type: 'object', properties: {} }, // JSON Schema
    execute: () => readMail(),
  },
  {
    name: 'send_money',
    description: 'Sends money to somebody.',
    parameters: {
      type: 'object',
      properties: { to: { type: 'string' }, amount: { type: 'number' } },
      required: ['to', 'amount'],
    },
    execute: ({ to, amount }) => sendMoney({ to: String(to), amount: Number(amount) }),
  },
];

const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));
const model = openaiModel({ model: 'gpt-4o-mini' }); // the key is in OPENAI_API_KEY
const confirm: Confirm = {
  clearance: policy.space.top, // the person may see any text
  ask: async ({ tool, args, hash }) => {
    const yes = await askPerson(`${tool} ${args}`);
    return yes ? { kind: 'yes', by: ['robin'], hash } : { kind: 'no', by: ['robin'] };
  },
};
const { outcome, text, events } = await runGuarded(
  { model, tools, policy, confirm },
  'What does my newest mail say?',
);
console.log(outcome, text); // answered Somebody asks you to lunch.
for (const event of events) {
  if (event.type === 'call-refused') console.log(event.rule, event.reason);
  // send_money person-said-no
}
// #endregion

assert.equal(outcome, 'answered');
assert.equal(text, 'Somebody asks you to lunch.');
assert.deepEqual(paid, []);
assert.deepEqual(asked, ['send_money {"amount":900,"to":"mallory"}']);
