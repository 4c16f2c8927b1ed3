import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startModelServer, type ModelServer } from '../../test/model-server.ts';
import { SluiceError } from '../errors.ts';
import type { PlainPart, View } from '../history/plain.ts';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { anthropicModel } from './anthropic.ts';
import type { ChatModel, GenerateOptions } from './chat-model.ts';

let server: ModelServer;
let model: ChatModel;

beforeAll(async () => {
  server = await startModelServer();
  const client = new Anthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 0 });
  model = anthropicModel({ client, model: 'm' });
});
afterAll(() => server.close());

const parameters = { type: 'object', properties: { to: { type: 'string' } } };
const tools = [
  { name: 'send', description: 'Sends.', parameters },
  { name: 'mail.read', description: 'Reads.', parameters: {} },
];
const text = (value: string) => [{ kind: 'text', text: value }] as const;
const hello: View = { messages: [{ role: 'user', parts: text('hi') }], tools };
const usage = { input_tokens: 4, output_tokens: 3, cache_read_input_tokens: 5 };

function message(content: readonly object[], stop: string | null = 'end_turn'): object {
  return { id: 'm', type: 'message', role: 'assistant', content, stop_reason: stop, usage };
}

function block(index: number, start: object, ...deltas: object[]): object[] {
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

const begun = { type: 'message_start', message: message([], null) };

function ended(reason: string): object[] {
  const delta = { stop_reason: reason, stop_sequence: null };
  return [{ type: 'message_delta', delta, usage: { output_tokens: 7 } }, { type: 'message_stop' }];
}

const json = (partial: string) => ({ type: 'input_json_delta', partial_json: partial });

function generate(view: View, options: Partial<GenerateOptions> = {}, mustCall?: string) {
  return model.generate({ view, mustCall }, { signal: AbortSignal.timeout(5_000), ...options });
}

test('a reply says that JSON was asked for', async () => {
  const client = new Anthropic({ apiKey: 'k', baseURL: server.url, maxRetries: 0 });
  const format = { type: 'json_schema', schema: { type: 'object' } } as const;
  const asking = anthropicModel({ client, model: 'm', params: { output_config: { format } } });
  for (const [port, structured] of [
    [asking, true],
    [model, undefined],
  ] as const) {
    server.answerWith({ json: message([{ type: 'text', text: '{}' }]) });
    const reply = await port.generate({ view: hello }, { signal: AbortSignal.timeout(5_000) });
    expect(reply.structured).toBe(structured);
  }
});

describe('the request', () => {
  test('has system text at the top, and results of parallel calls in one user turn', async () => {
    server.answerWith({ json: message([{ type: 'text', text: 'Done.' }]) });
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
        { role: 'tool', callId: 'a', tool: 'send', parts: text('no'), failed: true },
        { role: 'tool', callId: 'b', tool: 'mail.read', parts: text(''), failed: true },
        { role: 'user', parts: text('and?') },
      ],
    });
    expect(server.bodies[0]).toEqual({
      model: 'm',
      max_tokens: limits.outputTokensMax,
      stream: false,
      system: [{ type: 'text', text: 'Be brief.' }],
      tools: [
        { name: 'send', description: 'Sends.', input_schema: parameters },
        { name: 'mail_read', description: 'Reads.', input_schema: { type: 'object' } },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'go' }] },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 'a', name: 'send', input: { to: 'bob' } },
            { type: 'tool_use', id: 'b', name: 'mail_read', input: { arguments: '[redacted]' } },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              content: [{ type: 'text', text: 'no' }],
              is_error: true,
            },
            { type: 'tool_result', tool_use_id: 'b', content: [] },
            { type: 'text', text: 'and?' },
          ],
        },
      ],
    });
  });

  test('forces the tool that must be called', async () => {
    server.answerWith({ json: message([]) });
    await generate(hello, {}, 'mail.read');
    expect(server.bodies[0]?.['tool_choice']).toEqual({ type: 'tool', name: 'mail_read' });
  });

  test('carries images and PDF files where they stand', async () => {
    server.answerWith({ json: message([]) });
    const data = 'data:image/png;base64,AQI=';
    const image: PlainPart = { kind: 'opaque', mediaType: 'image/png', data };
    const link: PlainPart = { ...image, data: 'https://example.com/cat.png' };
    const pdf: PlainPart = { ...image, mediaType: 'application/pdf', data: new Uint8Array([1, 2]) };
    const parts = [image, link, pdf];
    await generate({
      tools: [],
      messages: [
        { role: 'user', parts },
        { role: 'assistant', text: 'ok', calls: [{ id: 'a', tool: 'shot', args: '{}' }] },
        { role: 'tool', callId: 'a', tool: 'shot', parts: parts.slice(0, 1) },
      ],
    });
    const png = { type: 'base64', media_type: 'image/png', data: 'AQI=' };
    const paper = { type: 'base64', media_type: 'application/pdf', data: 'AQI=' };
    expect(server.bodies[0]?.['messages']).toMatchObject([
      {
        content: [
          { type: 'image', source: png },
          { type: 'image', source: { type: 'url', url: 'https://example.com/cat.png' } },
          { type: 'document', source: paper },
        ],
      },
      { role: 'assistant' },
      { content: [{ type: 'tool_result', content: [{ type: 'image', source: png }] }] },
    ]);
  });

  test('is not made for a medium that the protocol cannot carry', async () => {
    const part = { kind: 'opaque', mediaType: 'audio/mp3', data: 'AAAA' } as const;
    for (const role of ['user', 'system'] as const) {
      const generated = generate({ messages: [{ role, parts: [part] }], tools: [] });
      await expect(generated).rejects.toMatchObject({ code: 'model-failed' });
    }
  });
});

describe.each([
  ['at once', undefined],
  ['as a stream', () => {}],
])('a reply %s', (_, onText) => {
  const streamed = onText !== undefined;

  proves('model/numbers-keep-text', async () => {
    const input = '{"id": 9007199254740993, "rate": 0.1000000000000000055, "sum": 12.50}';
    const called = JSON.stringify(message([{ type: 'tool_use', id: 'c', name: 'send', input: 0 }]));
    server.answerWith({ body: called.replace('"input":0', `"input": ${input}`) });
    const { calls } = await generate(hello);
    expect(calls).toEqual([{ tool: 'send', args: input }]);
    server.answerWith({ json: message([{ type: 'text', text: 'Done.' }]) });
    const past = [{ id: 'c', tool: 'send', args: input }];
    await generate({ tools, messages: [{ role: 'assistant', text: '', calls: past }] });
    expect(JSON.stringify(server.bodies)).toContain(
      '{"id":"9007199254740993","rate":"0.1000000000000000055","sum":12.5}',
    );
  });

  test('what is no JSON is no reply, and none of it is told', async () => {
    for (const body of ['{"content": [secret', '{"content": ["secret"]}', '"secret"']) {
      server.answerWith({ body });
      const failed = await generate(hello).catch((error: unknown) => error);
      expect(failed).toMatchObject({ code: 'model-failed' });
      expect(String(failed)).not.toContain('secret');
    }
  });

  test('holds text and parallel calls, without the reasoning', async () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: '' };
    const send = { type: 'tool_use', id: '1', name: 'send', input: { to: 'a' } };
    const read = { type: 'tool_use', id: '2', name: 'mail_read', input: {} };
    const events = [
      begun,
      ...block(0, { ...thinking, thinking: '' }, { type: 'thinking_delta', thinking: 'hm' }),
      ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'Ok.' }),
      ...block(2, { ...send, input: {} }, json('{"to"'), json(':"a"}')),
      ...block(3, read),
      ...ended('tool_use'),
    ];
    const content = [thinking, { type: 'text', text: 'Ok.' }, send, read];
    server.answerWith(streamed ? { events, named: true } : { json: message(content, 'tool_use') });
    expect(await generate(hello, { onText })).toEqual({
      text: 'Ok.',
      calls: [
        { tool: 'send', args: '{"to":"a"}' },
        { tool: 'mail.read', args: '{}' },
      ],
      stop: 'complete',
      usage: { inputTokens: 9, outputTokens: streamed ? 7 : 3, cachedInputTokens: 5 },
    });
  });

  test.each(['max_tokens', 'refusal', 'pause_turn', 'new_reason'])(
    'is truncated by %s',
    async (reason) => {
      const events = [
        begun,
        ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'He' }),
        ...ended(reason),
      ];
      server.answerWith(
        streamed
          ? { events, named: true }
          : { json: message([{ type: 'text', text: 'He' }], reason) },
      );
      expect(await generate(hello, { onText })).toMatchObject({ text: 'He', stop: 'truncated' });
    },
  );

  test.each([400, 401, 404, 429, 529])('of HTTP status %i is an error', async (status) => {
    const error = { type: 'x', message: 'you said hunter2' };
    server.answerWith({ status, json: { type: 'error', error } });
    const thrown = await generate(hello, { onText }).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(SluiceError);
    expect(thrown).toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining(`${status}`),
    });
    expect(JSON.stringify(thrown, Object.getOwnPropertyNames(thrown))).not.toContain('hunter2');
  });

  test('is an error where it is empty', async () => {
    server.answerWith(streamed ? { events: [], named: true } : { json: { type: 'message' } });
    await expect(generate(hello, { onText })).rejects.toMatchObject({ code: 'model-failed' });
  });

  test('is an error where the signal aborts', async () => {
    const controller = new AbortController();
    server.answerWith({ hang: () => controller.abort() });
    const generated = generate(hello, { onText, signal: controller.signal });
    await expect(generated).rejects.toMatchObject({ code: 'aborted' });
  });
});

test('a stream hands its text on as it comes, and breaks off as a truncated reply', async () => {
  const deltas: string[] = [];
  const start = {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'text', text: '' },
  };
  const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'a' } };
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'later' } };
  server.answerWith({ events: [begun, start, delta, overloaded], named: true });
  const reply = await generate(hello, { onText: (value) => deltas.push(value) });
  expect(deltas).toEqual(['a']);
  expect(reply).toMatchObject({ text: 'a', stop: 'truncated' });
});

proves('model/half-call-is-truncated', async () => {
  const send = { type: 'tool_use', id: '1', name: 'send', input: {} };
  const half = block(0, send, json('{"to":"al')).slice(0, -1);
  server.answerWith({ events: [begun, ...half], named: true, cut: true });
  expect(await generate(hello, { onText: () => {} })).toMatchObject({
    calls: [{ tool: 'send', args: '{"to":"al' }],
    stop: 'truncated',
  });
});

proves('model/no-provider-tools', async () => {
  const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  server.answerWith(
    { json: message([search, { type: 'text', text: 'found' }]) },
    { events: [begun, ...block(0, search), ...ended('end_turn')], named: true },
  );
  await expect(generate(hello)).rejects.toMatchObject({ code: 'model-failed' });
  await expect(generate(hello, { onText: () => {} })).rejects.toMatchObject({
    code: 'model-failed',
  });
});

proves('model/one-name-one-provider', () => {
  expect(anthropicModel({ model: 'm', apiKey: 'k' }).name).toBe('anthropic:m');
  const baseURL = 'http://localhost:9000';
  expect(anthropicModel({ model: 'm', apiKey: 'k', baseURL }).name).toBe('localhost:9000:m');
});
