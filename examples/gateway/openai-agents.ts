import { setTracingDisabled } from '@openai/agents';
import { show, type Endpoint } from '../support/gateway-scene.ts';
import { tools } from '../support/openai-agents-mail.ts';

setTracingDisabled(true);

// #region readme
import { Agent, OpenAIProvider, Runner } from '@openai/agents';

async function agent(task: string, { url, apiKey }: Endpoint): Promise<string> {
  const modelProvider = new OpenAIProvider({
    baseURL: `${url}/v1`, // guarded: the gateway's, e.g. http://127.0.0.1:4141/v1
    apiKey,
  });
  const mine = new Agent({ name: 'mail', model: 'gpt-5-mini', tools });
  const { finalOutput } = await new Runner({ modelProvider }).run(mine, task);
  return finalOutput ?? '';
}
// #endregion

await show(agent);
