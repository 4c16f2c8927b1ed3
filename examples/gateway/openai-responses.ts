import { show, type Endpoint } from '../support/gateway-scene.ts';
import { execute, tools } from '../support/json-tools.ts';

// #region readme
import OpenAI from 'openai';

async function agent(task: string, { url, apiKey }: Endpoint): Promise<string> {
  const client = new OpenAI({
    baseURL: `${url}/v1`, // guarded: the gateway's, e.g. http://127.0.0.1:4141/v1
    apiKey,
  });
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: task }];
  for (;;) {
    const { output, output_text } = await client.responses.create({
      model: 'gpt-5-mini',
      store: false,
      input,
      tools: tools.map((tool) => ({ type: 'function', strict: false, ...tool })),
    });
    const calls = output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) return output_text;
    for (const call of calls) {
      const result = execute(call.name, JSON.parse(call.arguments));
      input.push(call, { type: 'function_call_output', call_id: call.call_id, output: result });
    }
  }
}
// #endregion

await show(agent);
