import { show, type Endpoint } from '../support/gateway-scene.ts';
import { execute, tools } from '../support/json-tools.ts';

// #region readme
import Anthropic from '@anthropic-ai/sdk';

async function agent(task: string, { url, apiKey }: Endpoint): Promise<string> {
  const client = new Anthropic({
    baseURL: url, // guarded: the gateway's, e.g. http://127.0.0.1:4141
    apiKey,
  });
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: task }];
  for (;;) {
    const { content } = await client.messages.create({
      model: 'claude-sonnet-5',
      max_tokens: 1024,
      messages,
      tools: tools.map(({ parameters, ...tool }) => ({ ...tool, input_schema: parameters })),
    });
    const calls = content.filter((block) => block.type === 'tool_use');
    if (calls.length === 0) return content.map((b) => (b.type === 'text' ? b.text : '')).join('');
    const results = calls.map(({ id, name, input }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: execute(name, input),
    }));
    messages.push({ role: 'assistant', content }, { role: 'user', content: results });
  }
}
// #endregion

await show(agent);
