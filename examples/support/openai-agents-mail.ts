import { tool, Usage, type Model, type ModelRequest, type ModelResponse } from '@openai/agents';
import { z } from 'zod';
import { nextMove, readMail, sendMoney } from './reader.ts';

export const tools = [
  tool({
    name: 'read_mail',
    description: 'Reads the newest mail.',
    parameters: z.object({}),
    execute: readMail,
  }),
  tool({
    name: 'send_money',
    description: 'Sends money to somebody.',
    parameters: z.object({ to: z.string(), amount: z.number() }),
    execute: sendMoney,
  }),
];

export const model: Model = {
  getResponse: async (request) =>
    Promise.resolve({ usage: new Usage(), output: outputFor(request) }),
  getStreamedResponse: () => {
    throw new Error('the example does not stream');
  },
};

function outputFor({ input }: ModelRequest): ModelResponse['output'] {
  const items = typeof input === 'string' ? [] : input;
  const results = items.filter(({ type }) => type === 'function_call_result');
  const { text, call } = nextMove(results.map((item) => JSON.stringify(item)));
  if (call !== undefined) {
    const { tool: name, args } = call;
    return [{ type: 'function_call', callId: 'theirs', name, arguments: JSON.stringify(args) }];
  }
  const content = [{ type: 'output_text' as const, text }];
  return [{ type: 'message', role: 'assistant', status: 'completed', content }];
}
