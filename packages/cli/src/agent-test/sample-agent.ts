/** A whole agent as `sluice test --agent` takes it, for the help: a test runs it. */
export const sampleAgent = `import { createOpenAI } from '@ai-sdk/openai';
import { guard } from '@sluice/core/adapters/ai-sdk';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';

export async function agent({ prompt, tools, baseURL, apiKey, modelName, policy, approve }) {
  const model = createOpenAI({ baseURL, apiKey })(modelName);
  const own = tools.map(({ name, description, parameters, execute }) => [
    name,
    tool({ description, inputSchema: jsonSchema(parameters), execute: (args) => execute(args) }),
  ]);
  const guarded = guard({ model, tools: Object.fromEntries(own), policy, approver: 'top' });
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const step = await generateText({ ...guarded, messages, stopWhen: isStepCount(10) });
    const asked = step.content.filter(({ type }) => type === 'tool-approval-request');
    if (asked.length === 0) return step.text;
    const content = asked.map(({ approvalId, toolCall: { toolName, input } }) => {
      const approved = approve({ tool: toolName, args: input });
      return { type: 'tool-approval-response', approvalId, approved };
    });
    messages.push(...step.responseMessages, { role: 'tool', content });
  }
}`;
