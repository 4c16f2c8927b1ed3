import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  assistant,
  bodyWith as body,
  call,
  hello,
  result,
  text,
  tool,
  user,
} from './messages-bodies.ts';
import { messagesDialects } from './messages.ts';
import { countTokensRefusal, messagesRefusal } from './messages-refusal.ts';
import { inTurn } from './script.ts';
import { startUpstream, type Upstream } from './upstream.ts';

const marker = (ttl: string) => ({ type: 'ephemeral', ttl });
const marked = (ttl: string) => ({ ...text, cache_control: marker(ttl) });
const manual = { type: 'enabled', budget_tokens: 1024 };

describe('the provider refuses', () => {
  test.each<[string, object, RegExp]>([
    ['an unknown field', { frobnicate: 1 }, /frobnicate: Extra inputs/],
    ['no length', { max_tokens: undefined }, /max_tokens/],
    ['no messages', { messages: [] }, /at least one message/],
    ['an answer first', { messages: [assistant(text), hello] }, /first message/],
    ['an unknown role', { messages: [hello, { role: 'tool', content: 'x' }] }, /role/],
    ['a beginning of the answer', { messages: [hello, assistant(text)] }, /prefill/],
    [
      'a misplaced system message',
      { messages: [hello, assistant(text), { role: 'system', content: 'x' }] },
      /misplaced/,
    ],
    ['an empty text', { messages: [user({ type: 'text', text: '' })] }, /non-whitespace/],
    ['a blank text', { messages: [user({ type: 'text', text: ' \n' })] }, /non-whitespace/],
    ['an empty message', { messages: [user()] }, /non-empty/],
    ['a blank system text', { system: [{ type: 'text', text: '' }] }, /non-whitespace/],
    ['a call of the user', { messages: [user(call('a'))] }, /bad tag/],
    ['a result of the assistant', { messages: [hello, assistant(result('a')), hello] }, /bad tag/],
    [
      'a call without its result',
      { messages: [hello, assistant(call('a')), hello] },
      /tool_use. ids/,
    ],
    ['a call without any result', { messages: [hello, assistant(call('a'))] }, /tool_use. ids/],
    [
      'text before results',
      { messages: [hello, assistant(call('a')), user(text, result('a'))] },
      /tool_use. ids/,
    ],
    ['a result without a call', { messages: [user(result('a'))] }, /unexpected/],
    [
      'a result twice',
      { messages: [hello, assistant(call('a')), user(result('a'), result('a'))] },
      /unexpected/,
    ],
    [
      'an id twice',
      { messages: [hello, assistant(call('a'), call('a')), user(result('a'))] },
      /unique/,
    ],
    [
      'an id that is none',
      { messages: [hello, assistant(call('a b')), user(result('a b'))] },
      /tool_use.id/,
    ],
    ['a name twice', { tools: [tool, tool] }, /unique/],
    ['a name that is none', { tools: [{ ...tool, name: 'a b' }] }, /name/],
    ['a schema that is none', { tools: [{ name: 'a', input_schema: {} }] }, /input_schema/],
    [
      'a strict tool with a loose schema',
      { tools: [{ ...tool, strict: true }] },
      /additionalProperties/,
    ],
    ['a choice among no tools', { tool_choice: { type: 'auto' } }, /tool_choice/],
    [
      'a choice of no tool',
      { tools: [tool], tool_choice: { type: 'tool', name: 'x' } },
      /not found/,
    ],
    [
      'five markers',
      { messages: [user(...Array.from({ length: 5 }, () => marked('5m')))] },
      /maximum of 4/,
    ],
    [
      'a longer time behind a shorter',
      { messages: [user(marked('5m'), marked('1h'))] },
      /ttl='1h'/,
    ],
    [
      'a marker on reasoning',
      {
        messages: [
          hello,
          assistant({ type: 'thinking', thinking: 'x', cache_control: marker('5m') }, text),
          hello,
        ],
      },
      /Invalid `signature`/,
    ],
    ['a small budget', { thinking: { type: 'enabled', budget_tokens: 9 } }, /1024/],
    [
      'a budget above the length',
      { thinking: { type: 'enabled', budget_tokens: 4096 } },
      /greater than/,
    ],
    [
      'a forced call with thinking',
      { thinking: manual, tools: [tool], tool_choice: { type: 'any' } },
      /forces/,
    ],
    ['thinking at a temperature', { thinking: manual, temperature: 0 }, /temperature/],
    [
      'a loop without reasoning',
      { thinking: manual, messages: [hello, assistant(call('a')), user(result('a'))] },
      /Expected `thinking`/,
    ],
    [
      'reasoning of somebody else',
      {
        thinking: manual,
        messages: [
          hello,
          assistant({ type: 'thinking', thinking: 'x', signature: 'y' }, text),
          hello,
        ],
      },
      /Invalid `signature`/,
    ],
  ])('%s', (_, more, refusal) => {
    expect(messagesRefusal(body(more))).toMatch(refusal);
  });

  test('a length, where tokens are counted', () => {
    expect(countTokensRefusal(body({}))).toMatch(/max_tokens: Extra inputs/);
  });
});

test.each<[string, object]>([
  ['a message', {}],
  ['four markers', { messages: [user(marked('1h'), marked('1h'), marked('5m'), marked('5m'))] }],
  ['a round', { messages: [hello, assistant(text, call('a')), user(result('a'), text)] }],
  [
    'messages of one side in a row',
    { messages: [hello, hello, assistant(text), assistant(text), hello] },
  ],
  ['a later system message', { messages: [hello, { role: 'system', content: 'x' }] }],
])('the provider takes %s', (_, more) => {
  expect(messagesRefusal(body(more))).toBeUndefined();
});

describe('over HTTP', () => {
  let upstream: Upstream;
  let client: Anthropic;
  beforeAll(async () => {
    upstream = await startUpstream({ dialects: messagesDialects, chunkBytes: 13 });
    client = new Anthropic({ apiKey: upstream.key, baseURL: upstream.url, maxRetries: 0 });
  });
  afterAll(() => upstream.close());
  beforeEach(() => {
    const calls = [{ tool: 'send', args: '{"to":"bob"}' }];
    const reply = { text: 'So.', calls, reasoning: 'hm' };
    upstream.play(inTurn(reply, reply));
  });

  const params = (messages: readonly object[]): Anthropic.MessageCreateParamsNonStreaming => ({
    model: 'm',
    max_tokens: 4096,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    messages: messages.map((message) => message as Anthropic.MessageParam),
  });

  test('the SDK reads the same from a stream as whole, and may send it back', async () => {
    const whole = await client.messages.create(params([hello]));
    const streamed = await client.messages.stream(params([hello])).finalMessage();
    const types = ['thinking', 'text', 'tool_use'];
    for (const { content, stop_reason: stop } of [whole, streamed]) {
      expect([content.map(({ type }) => type), stop]).toEqual([types, 'tool_use']);
    }
    const id = streamed.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    const next = [
      hello,
      { role: 'assistant', content: streamed.content },
      user(result(id[0] ?? '')),
    ];
    await expect(client.messages.create(params(next))).resolves.toMatchObject({
      role: 'assistant',
    });
    const edited = [{ role: 'user', content: 'Ho' }, ...next.slice(1)];
    await expect(client.messages.create(params(edited))).rejects.toThrow('different conversation');
  });

  test('tokens are counted', async () => {
    const { input_tokens: tokens } = await client.messages.countTokens({
      model: 'm',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect(tokens).toBeGreaterThan(0);
  });

  test('a request that names no version is not read', async () => {
    const headers = { 'x-api-key': upstream.key };
    const request = { method: 'POST', headers, body: JSON.stringify(body({})) };
    expect((await fetch(`${upstream.url}/v1/messages`, request)).status).toBe(401);
  });
});
