import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadPolicy } from '@sluice/core';
import { generateText, isStepCount } from 'ai';
import { model, tools } from './support/ai-sdk-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));

// #region readme
import { guardTools } from '@sluice/core/adapters/ai-sdk';

const checked = guardTools(tools, { policy, prompt: 'trusted' });
const result = await generateText({
  model,
  tools: checked.tools,
  toolApproval: checked.toolApproval,
  stopWhen: isStepCount(10),
  prompt: 'What does my newest mail say?',
});
// #endregion

assert.ok(result.content.some(({ type }) => type === 'tool-approval-request'));
assert.deepEqual(paid, []);
