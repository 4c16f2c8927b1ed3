/** The bytes that the benchmark's provider sends. */
const common = { id: 'chatcmpl-bench', created: 1_700_000_000, model: 'bench-1' };

const call = {
  id: 'call_bench',
  type: 'function',
  function: { name: 'look_up', arguments: '{"key":"weather in Basel"}' },
};
const message = { role: 'assistant', content: null, refusal: null, tool_calls: [call] };
const usage = { prompt_tokens: 500, completion_tokens: 20, total_tokens: 520 };

/** A whole response that calls a tool. */
export const callReply: Buffer = bytes(
  JSON.stringify({
    ...common,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'tool_calls' }],
    usage,
  }),
);

/** The first text of the stream: its arrival ends a client's wait. */
export const firstWord = 'Grüezi';

/** A stream's first two chunks: the role, and the first word. */
export const firstChunk: Buffer = bytes(
  chunk({ delta: { role: 'assistant', content: '' } }) + chunk({ delta: { content: firstWord } }),
);

/** The rest of the stream. */
export const lastChunks: Buffer = bytes(
  [
    ...Array.from({ length: 20 }, (_, at) => chunk({ delta: { content: ` and ${at}` } })),
    chunk({ delta: {}, finish_reason: 'stop' }),
    `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices: [], usage })}\n\n`,
    'data: [DONE]\n\n',
  ].join(''),
);

function chunk(choice: object): string {
  const choices = [{ index: 0, logprobs: null, finish_reason: null, ...choice }];
  return `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', choices })}\n\n`;
}

function bytes(text: string): Buffer {
  return Buffer.from(text);
}
