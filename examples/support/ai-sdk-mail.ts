import { tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { nextMove, readMail, sendMoney } from './reader.ts';

export const tools = {
  read_mail: tool({
    description: 'Reads the newest mail.',
    inputSchema: z.object({}),
    execute: readMail,
  }),
  send_money: tool({
    description: 'Sends money to somebody.',
    inputSchema: z.object({ to: z.string(), amount: z.number() }),
    execute: sendMoney,
  }),
};

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

export const model = new MockLanguageModelV4({
  doGenerate: async ({ prompt }) => {
    const results = prompt.flatMap((message) =>
      message.role === 'tool' ? message.content.map((part) => JSON.stringify(part)) : [],
    );
    const { text, call } = nextMove(results);
    const rest = { usage, warnings: [] };
    if (call === undefined) {
      const finishReason = { unified: 'stop' as const, raw: undefined };
      return Promise.resolve({ ...rest, finishReason, content: [{ type: 'text', text }] });
    }
    const finishReason = { unified: 'tool-calls' as const, raw: undefined };
    const { tool: toolName, args } = call;
    const input = JSON.stringify(args);
    return Promise.resolve({
      ...rest,
      finishReason,
      content: [{ type: 'tool-call', toolCallId: 'theirs', toolName, input }],
    });
  },
});
