import {
  AIMessage,
  ChatMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages';
import { expect, test } from 'vitest';
import { messagesOf, replyOf, transcriptOf } from './messages.ts';

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AQI=' } };
const text = (value: string) => ({ type: 'text', text: value });

test('messages become plain ones, and a view of all of them the same messages', () => {
  const messages = transcriptOf([
    new SystemMessage('Be brief.'),
    new HumanMessage({ content: [text('look'), image] }),
    new AIMessage({
      content: [text('I '), { type: 'reasoning', reasoning: 'hm' }, text('look.')],
      tool_calls: [{ id: 'a', name: 'shot', args: { x: 1 } }],
    }),
    new ToolMessage({ content: 'here', tool_call_id: 'a', name: 'shot' }),
  ]);
  expect(messages).toEqual([
    { role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] },
    {
      role: 'user',
      parts: [
        { kind: 'text', text: 'look' },
        { kind: 'opaque', mediaType: 'image_url', data: image },
      ],
    },
    {
      role: 'assistant',
      text: 'I look.',
      calls: [{ id: 'a', tool: 'shot', args: '{"x":1}' }],
    },
    { role: 'tool', callId: 'a', tool: 'shot', parts: [{ kind: 'text', text: 'here' }] },
  ]);
  expect(transcriptOf(messagesOf(messages))).toEqual(messages);
});

test('a result says that it failed', () => {
  const parts = [{ kind: 'text', text: 'No.' }] as const;
  const result = { role: 'tool', callId: 'a', tool: 'shot', parts } as const;
  expect(messagesOf([{ ...result, failed: true }, result])).toMatchObject([
    { content: 'No.', status: 'error' },
    { content: 'No.', status: undefined },
  ]);
});

test('what is no message of a known role is refused', () => {
  const odd = new ChatMessage({ role: 'critic', content: 'hm' });
  expect(() => transcriptOf([odd])).toThrow(expect.objectContaining({ code: 'tools-invalid' }));
});

test('a part that came from elsewhere is refused', () => {
  const part = { kind: 'opaque', mediaType: 'image/png', data: 'AQI=' } as const;
  const made = (): unknown => messagesOf([{ role: 'user', parts: [part] }]);
  expect(made).toThrow(expect.objectContaining({ code: 'tools-invalid' }));
});

test.each([
  [{}, 'complete'],
  [{ finish_reason: 'stop' }, 'complete'],
  [{ stop_reason: 'tool_use' }, 'complete'],
  [{ finishReason: 'STOP' }, 'complete'],
  [{ finish_reason: 'length' }, 'truncated'],
  [{ stop_reason: 'max_tokens' }, 'truncated'],
  [{ finish_reason: 'something new' }, 'truncated'],
])('a reply that ends by %o is %s', (response_metadata, stop) => {
  expect(replyOf(new AIMessage({ content: 'a', response_metadata }))).toMatchObject({ stop });
});

test('a reply holds its calls, those whose arguments do not parse, and its usage', () => {
  const plain = new AIMessage({
    content: '',
    tool_calls: [{ id: 'a', name: 'send', args: { to: 'Bob' } }],
    invalid_tool_calls: [{ id: 'b', name: 'send', args: '{"to":' }],
  });
  const usage_metadata = {
    input_tokens: 9,
    output_tokens: 3,
    total_tokens: 12,
    input_token_details: { cache_read: 5 },
  };
  const message = Object.assign(plain, { usage_metadata });
  expect(replyOf(message)).toEqual({
    text: '',
    calls: [
      { tool: 'send', args: '{"to":"Bob"}' },
      { tool: 'send', args: '{"to":' },
    ],
    stop: 'complete',
    usage: { inputTokens: 9, outputTokens: 3, cachedInputTokens: 5 },
  });
});
