import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadPolicy, scriptedModel, textOf, type Tool } from '@sluice/core';
import { nextMove, paid, readMail, sendMoney } from './support/reader.ts';

const asking = readFileSync(path.join(import.meta.dirname, 'sluice.yaml'), 'utf8');
const policy = await loadPolicy(asking.replace('onViolation: ask', 'onViolation: log'));
process.chdir(mkdtempSync(path.join(tmpdir(), 'sluice-log-')));

const model = scriptedModel(({ view }) => {
  const results = view.messages.flatMap((one) => (one.role === 'tool' ? [textOf(one.parts)] : []));
  const { text, call } = nextMove(results);
  return call === undefined ? text : { calls: [{ tool: call.tool, args: call.args }] };
});
const properties = { to: { type: 'string' }, amount: { type: 'number' } };
const tools: readonly Tool[] = [
  { name: 'read_mail', description: '', parameters: { type: 'object' }, execute: () => readMail() },
  {
    name: 'send_money',
    description: '',
    parameters: { type: 'object', properties },
    execute: ({ to, amount }) => sendMoney({ to: String(to), amount: Number(amount) }),
  },
];

// #region readme
import { appendFileSync } from 'node:fs';
import { eventLine, runGuarded, type MonitorEvent } from '@sluice/core';

const onEvent = (event: MonitorEvent, run: string): void =>
  appendFileSync('events.jsonl', `${eventLine(run, event)}\n`);

const prompts = ['What does my newest mail say?', 'Is there new mail?'];
await Promise.all(
  prompts.map((prompt) =>
    runGuarded({ model, tools, policy, confirm: undefined, onEvent }, prompt),
  ),
);
// #endregion

const lines = readFileSync('events.jsonl', 'utf8').trimEnd().split('\n');
const runs = new Set(lines.map((line) => String(JSON.parse(line).run)));
assert.equal(runs.size, 2);
assert.equal(lines.filter((line) => line.includes('"wouldBe":"ask"')).length, 2);
assert.equal(paid.length, 2);
