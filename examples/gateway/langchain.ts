import { show, type Endpoint } from '../support/gateway-scene.ts';
import { tools } from '../support/langchain-mail.ts';

// #region readme
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';

async function agent(task: string, { url, apiKey }: Endpoint): Promise<string> {
  const baseURL = `${url}/v1`; // guarded: the gateway's, e.g. http://127.0.0.1:4141/v1
  const model = new ChatOpenAI({ model: 'gpt-5-mini', apiKey, configuration: { baseURL } });
  const mine = createAgent({ model, tools });
  const { messages } = await mine.invoke({ messages: [{ role: 'user', content: task }] });
  return messages.at(-1)?.text ?? '';
}
// #endregion

await show(agent);
