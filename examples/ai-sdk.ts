import assert from 'node:assert/strict';
import { model, tools } from './support/ai-sdk-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);

// #region readme
import { readFile } from 'node:fs/promises';
import { loadPolicy } from '@sluice/core';
import { guard } from '@sluice/core/adapters/ai-sdk';
import { generateText, isStepCount } from 'ai';

const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));
const guarded = guard({ model, tools, policy, approver: 'top' }); // for this conversation alone
const result = await generateText({
  ...guarded, // all of it: model, tools, toolApproval
  stopWhen: isStepCount(10),
  prompt: 'What does my newest mail say?',
});
for (const part of result.content) {
  if (part.type === 'tool-approval-request') console.log(part.toolCall, part.reason);
}
// #endregion

const asked = result.content.filter(({ type }) => type === 'tool-approval-request');
assert.equal(asked.length, 1);
assert.deepEqual(paid, []);
