import { tools } from '../support/ai-sdk-mail.ts';
import { show, type Endpoint } from '../support/gateway-scene.ts';

// #region readme
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, isStepCount } from 'ai';

async function agent(task: string, { url, apiKey }: Endpoint): Promise<string> {
  const openai = createOpenAI({
    baseURL: `${url}/v1`, // guarded: the gateway's, e.g. http://127.0.0.1:4141/v1
    apiKey,
  });
  const { text } = await generateText({
    model: openai('gpt-5-mini'),
    tools,
    stopWhen: isStepCount(10),
    prompt: task,
  });
  return text;
}
// #endregion

await show(agent);
