import { show, type Endpoint } from '../support/gateway-scene.ts';
import { execute, tools } from '../support/json-tools.ts';

// #region readme
import OpenAI from 'openai';

async function agent(task: string, { url, apiKey }: Endpoint): Promise<string> {
  const client = new OpenAI({
    baseURL: `${url}/v1`, // guarded: the gateway's, e.g. http://127.0.0.1:4141/v1
    apiKey,
  });
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: task }];
  for (;;) {
    const { choices } = await client.chat.completions.create({
      model: 'gpt-5-mini',
      messages,
      tools: tools.map((tool) => ({ type: 'function', function: tool })),
    });
    const message = choices[0]?.message;
    if (message?.tool_calls === undefined) return message?.content ?? '';
    messages.push(message);
    for (const call of message.tool_calls) {
      if (call.type !== 'function') continue;
      const content = execute(call.function.name, JSON.parse(call.function.arguments));
      messages.push({ role: 'tool', tool_call_id: call.id, content });
    }
  }
}
// #endregion

await show(agent);
