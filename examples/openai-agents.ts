import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTracingDisabled } from '@openai/agents';
import { loadPolicy } from '@sluice/core';
import { model, tools } from './support/openai-agents-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);
setTracingDisabled(true);
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));

// #region readme
import { Agent, run } from '@openai/agents';
import { guard } from '@sluice/core/adapters/openai-agents';

const mine = new Agent({ name: 'mail', model, tools });
const { agent } = guard(mine, { policy, approver: 'top' });
const result = await run(agent, 'What does my newest mail say?');
// #endregion

assert.deepEqual(
  result.interruptions.map(({ name }) => name),
  ['send_money'],
);
assert.deepEqual(paid, []);
