// An agent as `sluice test` takes it. From this folder type:
//   npx sluice test ../sluice.yaml --agent ai-sdk.ts
import { createOpenAI } from '@ai-sdk/openai';
import { guard } from '@sluice/core/adapters/ai-sdk';
import { generateText, isStepCount, jsonSchema, tool, type ModelMessage } from 'ai';
import type { AgentRun } from 'sluice/test';

export async function agent(run: AgentRun): Promise<string> {
  const { prompt, baseURL, apiKey, modelName, policy, approve } = run;
  const model = createOpenAI({ baseURL, apiKey })(modelName);
  const tools = Object.fromEntries(
    run.tools.map(({ name, description, parameters, execute }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, unknown>>(parameters),
        execute: (args) => execute(args),
      }),
    ]),
  );
  const guarded = guard({ model, tools, policy, approver: 'top' });
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  for (;;) {
    const result = await generateText({ ...guarded, messages, stopWhen: isStepCount(10) });
    const asked = result.content.filter((part) => part.type === 'tool-approval-request');
    if (asked.length === 0) return result.text;
    messages.push(...result.responseMessages);
    const answers = asked.map(({ approvalId, toolCall: { toolName, input } }) => {
      const approved = approve({ tool: toolName, args: input });
      return { type: 'tool-approval-response' as const, approvalId, approved };
    });
    messages.push({ role: 'tool', content: answers });
  }
}
