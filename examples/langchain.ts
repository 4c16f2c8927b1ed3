import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadPolicy } from '@sluice/core';
import { model, tools } from './support/langchain-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));

// #region readme
import { MemorySaver } from '@langchain/langgraph';
import { guard } from '@sluice/core/adapters/langchain';
import { createAgent } from 'langchain';

const agent = createAgent({
  model,
  tools,
  middleware: [guard({ policy, approver: 'top' })],
  checkpointer: new MemorySaver(),
});
const result = await agent.invoke(
  { messages: [{ role: 'user', content: 'What does my newest mail say?' }] },
  { configurable: { thread_id: 'one' } },
);
// #endregion

assert.match(JSON.stringify(result), /__interrupt__.*send_money/);
assert.deepEqual(paid, []);
