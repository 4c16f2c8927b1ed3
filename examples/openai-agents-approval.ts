import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent, setTracingDisabled } from '@openai/agents';
import { loadPolicy } from '@sluice/core';
import { guard } from '@sluice/core/adapters/openai-agents';
import { model, tools } from './support/openai-agents-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);
setTracingDisabled(true);
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));
const mine = new Agent({ name: 'mail', model, tools });
const { agent } = guard(mine, { policy, approver: 'top' });
const askPerson = (tool: string | undefined, args: string | undefined): boolean =>
  tool === 'send_money' && args !== undefined;

// #region readme
import { run } from '@openai/agents';

let result = await run(agent, 'What does my newest mail say?');
while (result.interruptions.length > 0) {
  for (const call of result.interruptions) {
    if (askPerson(call.name, call.arguments)) result.state.approve(call);
    else result.state.reject(call);
  }
  result = await run(agent, result.state);
}
// #endregion

assert.deepEqual(paid, ['900 to mallory']);
