import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Agent, setTracingDisabled } from '@openai/agents';
import { type CallExplanation, loadPolicy } from '@sluice/core';
import { guard } from '@sluice/core/adapters/openai-agents';
import { model, tools } from './support/openai-agents-mail.ts';
import { paid } from './support/reader.ts';

process.chdir(import.meta.dirname);
setTracingDisabled(true);
const policy = await loadPolicy(await readFile('sluice.yaml', 'utf8'));
const mine = new Agent({ name: 'mail', model, tools });
const { agent, conversation } = guard(mine, { policy, approver: 'top' });
const shown: Question[] = [];
interface Question {
  readonly tool: string;
  readonly args: string;
  readonly why: CallExplanation;
  readonly sources: readonly string[];
}
const askPerson = (question: Question): boolean => {
  shown.push(question);
  return question.tool === 'send_money';
};

// #region readme
import { run } from '@openai/agents';

let result = await run(agent, 'What does my newest mail say?');
while (result.interruptions.length > 0) {
  for (const call of result.interruptions) {
    if (call.rawItem.type !== 'function_call') continue;
    const { callId, name: tool, arguments: args } = call.rawItem;
    const why = conversation.explanationOf(callId); // rule, violations, label, ceiling, evidence
    const sources = why.evidence.map(
      ({ argument, from, excerpt }) => `${argument} ${from} ${excerpt}`,
    );
    if (askPerson({ tool, args, why, sources })) result.state.approve(call);
    else result.state.reject(call, { message: 'I do not know Mallory.' });
  }
  result = await run(agent, result.state);
}
// #endregion

assert.deepEqual(paid, ['900 to mallory']);
const [asked] = shown;
assert.equal(asked?.why.rule, 'send_money');
assert.equal(asked.why.violations[0]?.dimension, 'integrity');
assert.deepEqual([asked.why.label.text, asked.why.ceiling?.text], ['untrusted', 'trusted']);
assert.ok(asked.sources.some((source) => source.startsWith('/to read_mail Lunch')));
