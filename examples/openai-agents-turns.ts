import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, setTracingDisabled } from '@openai/agents';
import { loadPolicy } from '@sluice/core';
import { model, tools } from './support/openai-agents-mail.ts';
import { paid } from './support/reader.ts';

setTracingDisabled(true);
const text = readFileSync(path.join(import.meta.dirname, 'sluice.yaml'), 'utf8');
const policy = await loadPolicy(text);
process.chdir(mkdtempSync(path.join(tmpdir(), 'sluice-log-')));
const mine = new Agent({ name: 'mail', model, tools });

// #region readme
import { appendFileSync } from 'node:fs';
import { run, user } from '@openai/agents';
import { eventLine } from '@sluice/core';
import { guard } from '@sluice/core/adapters/openai-agents';

const { agent, handIn } = guard(mine, {
  policy,
  approver: 'top',
  onEvent: (event, id) => appendFileSync('events.jsonl', `${eventLine(id, event)}\n`),
});
const asked = await run(agent, 'What does my newest mail say?');
for (const call of asked.interruptions) asked.state.reject(call); // or ask a person
const first = await run(agent, asked.state);
const second = await run(agent, handIn([...first.history, user('Is there new mail?')]));
// #endregion

assert.equal(second.finalOutput, 'Somebody asks you to lunch.');
assert.deepEqual(paid, []);
const lines = readFileSync('events.jsonl', 'utf8').trimEnd().split('\n');
assert.ok(lines.some((line) => JSON.parse(line).type === 'question-answered'));
