import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModelServer, type ModelServer } from '../../test/model-server.ts';
import { SluiceError } from '../errors.ts';
import type { View } from '../history/plain.ts';
import { proves } from '../testing/proves.ts';
import type { ChatModel, GenerateOptions } from './chat-model.ts';
import { openaiModel } from './openai.ts';

let server: ModelServer;
let model: ChatModel;

beforeAll(async () => {
  server = await startModelServer();
  const client = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0 });
  model = openaiModel({ client, model: 'm', params: { temperature: 0 } });
});
afterAll(() => server.close());

const parameters = { type: 'object', properties: { to: { type: 'string' } } };
const tools = [
  { name: 'send', description: 'Sends.', parameters },
  { name: 'mail.read', description: 'Reads.', parameters },
];
const hello: View = { messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }], tools };
const usage = {
  prompt_tokens: 9,
  completion_tokens: 4,
  total_tokens: 13,
  prompt_tokens_details: { cached_tokens: 5 },
};

function completion(message: object, finish: string | null = 'stop'): object {
  const choice = { index: 0, finish_reason: finish, message: { role: 'assistant', ...message } };
  return { id: 'c', object: 'chat.completion', choices: [choice], usage };
}

function chunk(delta: object, finish: string | null = null): object {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { id: 'c', object: 'chat.completion.chunk', choices };
}

function call(index: number, id: string | undefined, fields: object): object {
  return chunk({ tool_calls: [{ index, ...(id && { id, type: 'function' }), function: fields }] });
}

function generate(view: View, options: Partial<GenerateOptions> = {}, mustCall?: string) {
  return model.generate({ view, mustCall }, { signal: AbortSignal.timeout(5_000), ...options });
}

test.each([
  [undefined, undefined],
  [{ type: 'text' }, undefined],
  [{ type: 'json_object' }, true],
] as const)('asked for the format %o, a reply says so', async (format, structured) => {
  const client = new OpenAI({ apiKey: 'k', baseURL: server.url, maxRetries: 0 });
  const params = format === undefined ? {} : { response_format: format };
  const asking = openaiModel({ client, model: 'm', params });
  server.answerWith({ json: completion({ content: '{}' }) });
  const reply = await asking.generate({ view: hello }, { signal: AbortSignal.timeout(5_000) });
  expect(reply.structured).toBe(structured);
});

describe('the request', () => {
  test('holds the view, the tools and the parameters, and nothing else', async () => {
    server.answerWith({ json: completion({ content: 'Hello.' }) });
    await generate(hello);
    expect(server.bodies[0]).toEqual({
      model: 'm',
      temperature: 0,
      stream: false,
      messages: [{ role: 'user', content: 'hi' }],
      tools: [
        { type: 'function', function: { name: 'send', description: 'Sends.', parameters } },
        { type: 'function', function: { name: 'mail_read', description: 'Reads.', parameters } },
      ],
    });
  });

  test('tells roles, parallel calls and results apart', async () => {
    server.answerWith({ json: completion({ content: 'Done.' }) });
    const text = (value: string) => [{ kind: 'text', text: value }] as const;
    await generate({
      tools,
      messages: [
        { role: 'system', parts: text('Be brief.') },
        { role: 'user', parts: text('go') },
        {
          role: 'assistant',
          text: '',
          calls: [
            { id: 'a', tool: 'send', args: '{"to": "bob"}' },
            { id: 'b', tool: 'mail.read', args: '[redacted]' },
          ],
        },
        { role: 'tool', callId: 'a', tool: 'send', parts: text('sent') },
        { role: 'tool', callId: 'b', tool: 'mail.read', parts: text('[]') },
        { role: 'assistant', text: 'ok', calls: [] },
      ],
    });
    expect(server.bodies[0]?.['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'send', arguments: '{"to": "bob"}' } },
          {
            id: 'b',
            type: 'function',
            function: { name: 'mail_read', arguments: '{"arguments":"[redacted]"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'sent' },
      { role: 'tool', tool_call_id: 'b', content: '[]' },
      { role: 'assistant', content: 'ok' },
    ]);
  });

  test('forces the tool that must be called', async () => {
    server.answerWith({ json: completion({ content: '' }) });
    await generate(hello, {}, 'mail.read');
    expect(server.bodies[0]?.['tool_choice']).toEqual({
      type: 'function',
      function: { name: 'mail_read' },
    });
  });

  test('carries images of the user in place, and those of results after the results', async () => {
    server.answerWith({ json: completion({ content: 'A cat.' }) });
    const image = { kind: 'opaque', mediaType: 'image/png', data: new Uint8Array([1, 2]) } as const;
    const pdf = { kind: 'opaque', mediaType: 'application/pdf', data: 'AAAA' } as const;
    const link = { ...image, data: new URL('https://example.com/cat.png') };
    await generate({
      tools: [],
      messages: [
        { role: 'user', parts: [{ kind: 'text', text: 'what?' }, image, pdf] },
        { role: 'assistant', text: '', calls: [{ id: 'a', tool: 'shot', args: '{}' }] },
        { role: 'tool', callId: 'a', tool: 'shot', parts: [link] },
      ],
    });
    const messages = server.bodies[0]?.['messages'];
    const file = { filename: 'file.pdf', file_data: 'data:application/pdf;base64,AAAA' };
    expect(messages).toMatchObject([
      {
        content: [
          { type: 'text', text: 'what?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQI=' } },
          { type: 'file', file },
        ],
      },
      { role: 'assistant' },
      { role: 'tool', content: '' },
      {
        role: 'user',
        content: [{ type: 'text' }, { image_url: { url: 'https://example.com/cat.png' } }],
      },
    ]);
  });

  test.each([
    ['a film', { kind: 'opaque', mediaType: 'video/mp4', data: 'AAAA' }],
    ['data of no known form', { kind: 'opaque', mediaType: 'image/png', data: { secret: 1 } }],
  ] as const)('is not made for %s', async (_, part) => {
    const view: View = { messages: [{ role: 'user', parts: [part] }], tools: [] };
    await expect(generate(view)).rejects.toMatchObject({ code: 'model-failed' });
  });
});

describe.each([
  ['at once', undefined],
  ['as a stream', () => {}],
])('a reply %s', (_, onText) => {
  const streamed = onText !== undefined;

  test('is text with its usage', async () => {
    const wire = [chunk({ content: 'Hel' }), chunk({ content: 'lo.' }), chunk({}, 'stop')];
    const last = { ...chunk({}), choices: [], usage };
    server.answerWith(
      streamed ? { events: [...wire, last] } : { json: completion({ content: 'Hello.' }) },
    );
    expect(await generate(hello, { onText })).toEqual({
      text: 'Hello.',
      calls: [],
      stop: 'complete',
      usage: { inputTokens: 9, outputTokens: 4, cachedInputTokens: 5 },
    });
  });

  test('holds parallel calls in order, by the names that were declared', async () => {
    const toolCalls = [
      { id: '1', type: 'function', function: { name: 'send', arguments: '{"to": "a"}' } },
      { id: '2', type: 'function', function: { name: 'mail_read', arguments: '{}' } },
      { id: '3', type: 'custom', custom: { name: 'shell', input: 'ls' } },
    ];
    const wire = [
      call(0, '1', { name: 'send', arguments: '' }),
      call(0, undefined, { arguments: '{"to":' }),
      call(1, '2', { name: 'mail_read', arguments: '{}' }),
      call(0, undefined, { arguments: ' "a"}' }),
      chunk({ tool_calls: [{ index: 2, id: '3', custom: { name: 'shell', input: 'ls' } }] }),
      chunk({}, 'tool_calls'),
    ];
    server.answerWith(
      streamed
        ? { events: wire }
        : { json: completion({ content: null, tool_calls: toolCalls }, 'tool_calls') },
    );
    expect(await generate(hello, { onText })).toMatchObject({
      text: '',
      stop: 'complete',
      calls: [
        { tool: 'send', args: '{"to": "a"}' },
        { tool: 'mail.read', args: '{}' },
        { tool: 'shell', args: 'ls' },
      ],
    });
  });

  test('may be a refusal', async () => {
    const refusal = 'I will not.';
    server.answerWith(
      streamed
        ? { events: [chunk({ refusal }), chunk({}, 'stop')] }
        : { json: completion({ content: null, refusal }) },
    );
    expect(await generate(hello, { onText })).toMatchObject({ text: refusal, stop: 'complete' });
  });

  test.each(['length', 'content_filter', 'new_reason'])('is truncated by %s', async (reason) => {
    server.answerWith(
      streamed
        ? { events: [chunk({ content: 'He' }), chunk({}, reason)] }
        : { json: completion({ content: 'He' }, reason) },
    );
    expect(await generate(hello, { onText })).toMatchObject({ text: 'He', stop: 'truncated' });
  });

  test.each([400, 401, 404, 429, 500])('of HTTP status %i is an error', async (status) => {
    server.answerWith({ status, json: { error: { message: 'you said hunter2' } } });
    const error = await generate(hello, { onText }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SluiceError);
    expect(error).toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining(`${status}`),
    });
  });

  test('is an error where it is empty', async () => {
    server.answerWith(streamed ? { events: [] } : { json: { choices: [] } });
    await expect(generate(hello, { onText })).rejects.toMatchObject({ code: 'model-failed' });
  });

  test('is an error where the signal aborts', async () => {
    const controller = new AbortController();
    server.answerWith({ hang: () => controller.abort() });
    const generated = generate(hello, { onText, signal: controller.signal });
    await expect(generated).rejects.toMatchObject({ code: 'aborted' });
  });
});

test('a stream hands its text on as it comes', async () => {
  const deltas: string[] = [];
  server.answerWith({
    events: [chunk({ content: 'a' }), chunk({ content: 'b' }), chunk({}, 'stop')],
  });
  await generate(hello, { onText: (delta) => deltas.push(delta) });
  expect(deltas).toEqual(['a', 'b']);
  expect(server.bodies[0]).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

test('parallel calls that all come as index 0 are told apart by their ids', async () => {
  const wire = [
    call(0, '1', { name: 'send', arguments: '{"to":"a"}' }),
    call(0, '2', { name: 'send', arguments: '{"to":"b"}' }),
    chunk({}, 'tool_calls'),
  ];
  server.answerWith({ events: wire });
  const { calls } = await generate(hello, { onText: () => {} });
  expect(calls.map(({ args }) => args)).toEqual(['{"to":"a"}', '{"to":"b"}']);
});

test('an error of the reader of a stream is not taken for a broken stream', async () => {
  server.answerWith({ events: [chunk({ content: 'a' }), chunk({}, 'stop')] });
  const onText = (): never => {
    throw new TypeError('reader');
  };
  await expect(generate(hello, { onText })).rejects.toThrow(TypeError);
});

proves('model/half-call-is-truncated', async () => {
  server.answerWith({
    events: [call(0, '1', { name: 'send', arguments: '{"to":"al' })],
    cut: true,
  });
  expect(await generate(hello, { onText: () => {} })).toEqual({
    text: '',
    calls: [{ tool: 'send', args: '{"to":"al' }],
    stop: 'truncated',
  });
});

proves('model/errors-without-contents', async () => {
  const echo = { error: { message: 'bad request: hunter2', code: 'hunter2', type: 'hunter2' } };
  const views: View = {
    tools: [],
    messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hunter2' }] }],
  };
  for (const onText of [undefined, () => {}]) {
    server.answerWith({ status: 400, json: echo });
    const error = await generate(views, { onText }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SluiceError);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hunter2');
    expect(error).not.toHaveProperty('cause');
  }
});

proves('model/one-name-one-provider', () => {
  const apiKey = 'k';
  expect(openaiModel({ model: 'gpt-4o', apiKey }).name).toBe('openai:gpt-4o');
  const baseURL = 'http://localhost:8080/v1';
  expect(openaiModel({ model: 'gpt-4o', apiKey, baseURL }).name).toBe('localhost:8080:gpt-4o');
  expect(openaiModel({ model: 'gpt-4o', apiKey, baseURL, name: 'mine' }).name).toBe('mine');
});
