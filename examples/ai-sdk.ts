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
const guarded = guard({ model, tools, policy, approver: 'top' });
const result = await generateText({
  ...guarded,
  stopWhen: isStepCount(10),
  prompt: 'What does my newest mail say?',
});
// #endregion

const asked = result.content.filter(({ type }) => type === 'tool-approval-request');
assert.equal(asked.length, 1);
assert.deepEqual(paid, []);
