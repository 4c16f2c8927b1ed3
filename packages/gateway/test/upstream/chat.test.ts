import { setImmediate as nextTurn } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readReply, streamReader } from '../../src/protocol/chat/reply.ts';
import type { UpstreamReply } from '../../src/protocol/protocol.ts';
import { chatRefusal } from './chat-refusal.ts';
import { chatDialect } from './chat.ts';
import { inTurn, type Reply, type Seen } from './script.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** The scripted provider is one to its own SDK, and our reader reads what it sends. */

let upstream: Upstream;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startUpstream({ dialects: [chatDialect], chunkBytes: 17 });
  const baseURL = `${upstream.url}/v1`;
  client = new OpenAI({ apiKey: upstream.key, baseURL, maxRetries: 0, logLevel: 'off' });
});
afterAll(() => upstream.close());

const user = { role: 'user', content: 'hi' } as const;
const body = { model: 'm', messages: [user] };
const reply: Reply = {
  text: 'Sending – both.',
  reasoning: 'Twice, then.',
  calls: [
    { tool: 'send', args: '{"to":"bob"}' },
    { tool: 'shell', args: 'ls', custom: true },
  ],
  usage: { input: 5, output: 3, cached: 1 },
};

beforeEach(() => upstream.play(inTurn(reply)));

async function post(more: object, key: string = upstream.key): Promise<Response> {
  return fetch(`${upstream.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...body, ...more }),
  });
}

/** The result of our reader for a stream, whether or not the connection held. */
async function readStream(): Promise<UpstreamReply> {
  const reader = streamReader(undefined);
  const parser = createParser({ onEvent: ({ event, data }) => reader.event(event, data) });
  const response = await post({ stream: true, stream_options: { include_usage: true } });
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body ?? [])
      parser.feed(decoder.decode(bytes, { stream: true }));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  return reader.reply();
}

const read = {
  text: 'Sending – both.',
  reasoning: { reasoning_content: 'Twice, then.' },
  calls: [
    { tool: 'send', args: '{"to":"bob"}' },
    { tool: 'shell', args: '{"input":"ls"}' },
  ],
  stop: 'complete',
  usage: { inputTokens: 5, outputTokens: 3, cachedInputTokens: 1 },
  facts: { model: 'm-2026-01-01', stop: 'tool_calls' },
};

test('its SDK reads the same from a stream as from a whole response', async () => {
  const whole = await client.chat.completions.create(body);
  upstream.play(inTurn(reply));
  const streamed = await client.chat.completions.stream(body).finalChatCompletion();
  expect(whole.choices[0]).toMatchObject({ finish_reason: 'tool_calls' });
  expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
  expect(streamed.choices[0]?.message.tool_calls).toMatchObject([
    { function: { name: 'send', arguments: '{"to":"bob"}' } },
    { custom: { name: 'shell', input: 'ls' } },
  ]);
});

test('our reader reads both', async () => {
  expect(readReply(await (await post({})).json())).toEqual(read);
  upstream.play(inTurn(reply));
  expect(await readStream()).toEqual(read);
});

test('the script sees the request, and the test sees both', async () => {
  const seen: Seen[] = [];
  upstream.play((each) => {
    seen.push(each);
    return {};
  });
  const call = { id: 'a', type: 'function', function: { name: 'send', arguments: '{}' } };
  const messages = [
    { role: 'developer', content: 'be brief' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'sent' }] },
  ];
  await post({ messages, tools: [{ type: 'function', function: { name: 'send' } }] });
  expect(seen[0]).toMatchObject({ model: 'm', stream: false, tools: ['send'] });
  expect(seen[0]?.messages).toEqual([
    { role: 'system', text: 'be brief', calls: [], callId: undefined },
    {
      role: 'assistant',
      text: '',
      calls: [{ id: 'a', tool: 'send', args: '{}' }],
      callId: undefined,
    },
    { role: 'tool', text: 'sent', calls: [], callId: 'a' },
  ]);
  expect(upstream.requests.at(-1)).toMatchObject({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${upstream.key}` },
    body: { messages },
    status: 200,
    aborted: false,
  });
});

describe('faults', () => {
  test('a status, with its header', async () => {
    upstream.play(inTurn({ fault: 'status', status: 429, retryAfterS: 7 }));
    const response = await post({});
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    upstream.play(inTurn({ fault: 'status', status: 500 }));
    await expect(client.chat.completions.create(body)).rejects.toBeInstanceOf(
      OpenAI.InternalServerError,
    );
  });

  test('another key', async () => {
    expect((await post({}, 'sk-other')).status).toBe(401);
  });

  test('no answer, until the caller leaves', async () => {
    upstream.play(inTurn({ fault: 'hang' }));
    const call = client.chat.completions.create(body, { timeout: 50 });
    await expect(call).rejects.toBeInstanceOf(OpenAI.APIConnectionTimeoutError);
    await expect.poll(() => upstream.requests.at(-1)).toMatchObject({ status: 0, aborted: true });
  });

  test('a stream that breaks is truncated', async () => {
    upstream.play(inTurn({ fault: 'truncated', reply, afterEvents: 8 }));
    expect(await readStream()).toMatchObject({ stop: 'truncated', reasoning: {} });
  });

  test('a whole response that breaks is none', async () => {
    upstream.play(inTurn({ fault: 'truncated', reply }));
    await expect(post({}).then((response) => response.json())).rejects.toBeInstanceOf(TypeError);
  });

  test('half a call, streamed and whole', async () => {
    const half = { ...reply, calls: [{ tool: 'send', args: '{"to":"bob"}' }] };
    for (const streamed of [true, false]) {
      upstream.play(inTurn({ fault: 'half-call', reply: half }));
      const got = streamed ? await readStream() : readReply(await (await post({})).json());
      expect(got).toMatchObject({ stop: 'truncated', calls: [{ tool: 'send', args: '{"to":' }] });
    }
  });

  test('a slow one is late, and whole', async () => {
    upstream.play(inTurn({ fault: 'slow', reply: { text: 'Hello.' }, goesOn: nextTurn() }));
    expect(await readStream()).toMatchObject({ text: 'Hello.', stop: 'complete' });
  });

  test('a page of a proxy', async () => {
    upstream.play(inTurn({ fault: 'garbage' }));
    expect(await (await post({})).text()).toContain('<html>');
  });

  test('what a script throws is not passed over', async () => {
    const broken = await startUpstream({ dialects: [chatDialect] });
    broken.play(() => {
      throw new Error('in the script');
    });
    const headers = { authorization: `Bearer ${broken.key}` };
    const call = fetch(`${broken.url}/v1/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    await expect(call).rejects.toBeInstanceOf(TypeError);
    await expect(broken.close()).rejects.toThrow(AggregateError);
  });
});

test('it has a list of models, and no other route', async () => {
  expect((await client.models.list()).data).toMatchObject([{ id: 'scripted' }]);
  expect((await fetch(`${upstream.url}/v1/files`)).status).toBe(404);
});

describe('it refuses what the provider refuses', () => {
  const send = { type: 'function', function: { name: 'send' } };
  const call = { id: 'a', type: 'function', function: { name: 'send', arguments: '{}' } };
  const calling = { role: 'assistant', content: null, tool_calls: [call] };
  const result = { role: 'tool', tool_call_id: 'a', content: 'x' };
  const image = { type: 'image_url', image_url: { url: 'AAAA' } };
  const named = (name: string) => ({ type: 'function', function: { name } });
  const strict = { type: 'function', function: { name: 'send', strict: true, parameters: {} } };
  const calls = (...more: object[]) => [{ ...calling, tool_calls: more }];

  test.each<[string, object]>([
    ['an unknown field', { top_k: 1 }],
    ['no model', { model: undefined }],
    ['no message', { messages: [] }],
    ['stream options without a stream', { stream_options: {} }],
    ['metadata without a store', { metadata: {} }],
    ['an empty list of tools', { tools: [] }],
    ['a choice without tools', { tool_choice: 'auto' }],
    ['parallel calls without tools', { parallel_tool_calls: true }],
    ['a tool name with a dot', { tools: [named('mail.read')] }],
    ['a tool name twice', { tools: [send, send] }],
    ['a strict tool with an open schema', { tools: [strict] }],
    ['a choice of an undeclared tool', { tools: [send], tool_choice: named('read') }],
    ['a result without a call', { messages: [user, result] }],
    ['a result twice', { messages: [calling, result, result] }],
    ['a call without a result', { messages: [calling, user] }],
    ['a last call without a result', { messages: [calling] }],
    ['an assistant without content or calls', { messages: [{ role: 'assistant', content: null }] }],
    ['an empty list of calls', { messages: calls() }],
    ['an id over 40 characters', { messages: calls({ ...call, id: 'a'.repeat(41) }) }],
    ['a call without an id', { messages: calls({ ...call, id: undefined }) }],
    ['a call without a type', { messages: calls({ ...call, type: undefined }) }],
    ['a call of a name with spaces', { messages: calls({ ...named('a b'), id: 'a' }) }],
    ['a call without arguments', { messages: calls({ ...send, id: 'a' }) }],
    ['an unknown role', { messages: [{ role: 'critic', content: 'a' }] }],
    ['empty parts', { messages: [{ role: 'user', content: [] }] }],
    ['an image in a system prompt', { messages: [{ role: 'system', content: [image] }] }],
    ['an image that is no URL', { messages: [{ role: 'user', content: [image] }] }],
    ['a name with spaces', { messages: [{ ...user, name: 'a b' }] }],
    ['JSON that nobody mentions', { response_format: { type: 'json_object' } }],
  ])('%s', async (_, more) => {
    const response = await post(more);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('and nothing that it takes', () => {
    const messages = [{ role: 'system', content: 'x' }, user, calling, result, user];
    const more = { messages, tools: [send], tool_choice: send, parallel_tool_calls: true };
    expect(chatRefusal({ ...body, ...more })).toBeUndefined();
  });
});
