import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { loadPolicy, type Explanation } from '@sluice/core';
import { guard } from '@sluice/core/adapters/ai-sdk';
import { model, tools } from './support/ai-sdk-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));
const guarded = guard({ model, tools, policy, approver: 'top' });
const shown: Explanation[] = [];
interface AskedCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly reason: string | undefined;
}
const askPerson = (call: AskedCall, why: Explanation): boolean => {
  shown.push(why);
  return call.toolName !== 'send_money' || call.reason === undefined;
};

// #region readme
import { generateText, isStepCount, type ModelMessage, type ToolApprovalResponse } from 'ai';

const stopWhen = isStepCount(10);
const messages: ModelMessage[] = [{ role: 'user', content: 'What does my newest mail say?' }];
const first = await generateText({ ...guarded, messages, stopWhen });
messages.push(...first.responseMessages);

const answers = first.content.flatMap((part): ToolApprovalResponse[] => {
  if (part.type !== 'tool-approval-request') return [];
  const { approvalId, toolCall, reason } = part;
  const why = guarded.conversation.explanationOf(toolCall.toolCallId); // not the approvalId
  const { toolName, input } = toolCall;
  const approved = askPerson({ toolName, input, reason }, why);
  return [{ type: 'tool-approval-response', approvalId, approved }];
});
messages.push({ role: 'tool', content: answers });
const second = await generateText({ ...guarded, messages, stopWhen });
// #endregion

assert.equal(answers.length, 1);
assert.match(JSON.stringify(shown), /mallory/);
assert.equal(second.text, 'Somebody asks you to lunch.');
assert.deepEqual(paid, []);
