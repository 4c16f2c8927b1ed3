import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { MemorySaver } from '@langchain/langgraph';
import { loadPolicy } from '@sluice/core';
import { guard } from '@sluice/core/adapters/langchain';
import { createAgent } from 'langchain';
import { model, tools } from './support/langchain-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));
const agent = createAgent({
  model,
  tools,
  middleware: [guard({ policy, approver: 'top' })],
  checkpointer: new MemorySaver(),
});

// #region readme
import { Command } from '@langchain/langgraph';

const thread = { configurable: { thread_id: 'one' } };
const messages = [{ role: 'user' as const, content: 'What does my newest mail say?' }];
await agent.invoke({ messages }, thread);

const decisions = [{ type: 'reject', message: 'I do not know Mallory.' }];
const result = await agent.invoke(new Command({ resume: { decisions } }), thread);
// #endregion

assert.equal(result.messages.at(-1)?.text, 'Somebody asks you to lunch.');
assert.deepEqual(paid, []);
