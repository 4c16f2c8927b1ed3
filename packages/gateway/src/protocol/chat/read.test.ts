import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { RequestError } from '../errors.ts';
import { readRequest } from './read.ts';

const user = { role: 'user', content: 'hi' };
const least = { model: 'm', messages: [user] };
const send = { type: 'function', function: { name: 'send' } };
const shell = { type: 'custom', custom: { name: 'shell', format: { type: 'text' } } };
const call = { id: 'a', type: 'function', function: { name: 'send', arguments: '{}' } };
const calling = { role: 'assistant', content: null, tool_calls: [call] };
const result = { role: 'tool', tool_call_id: 'a', content: 'sent' };
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } };

function failureOf(body: unknown): RequestError {
  try {
    readRequest(body);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('the request was read');
}

test('the least request', () => {
  expect(readRequest(least)).toEqual({
    model: 'm',
    messages: [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }],
    tools: [],
    custom: new Set(),
    stream: false,
    structured: false,
    previous: undefined,
    params: {},
  });
});

describe('messages', () => {
  const marked = { type: 'text', text: 'b', prompt_cache_breakpoint: { mode: 'explicit' } };
  const text = (value: string) => ({ kind: 'text', text: value });

  test.each<[string, object, object]>([
    [
      'a developer is the system',
      { role: 'developer', content: 'be brief' },
      { role: 'system', parts: [text('be brief')] },
    ],
    [
      'parts, without cache markers',
      { role: 'user', content: [{ type: 'text', text: 'a' }, marked] },
      { role: 'user', parts: [text('a'), text('b')] },
    ],
    [
      'an image as it stood',
      { role: 'user', content: [{ ...image, prompt_cache_breakpoint: { mode: 'explicit' } }] },
      { role: 'user', parts: [{ kind: 'opaque', mediaType: 'image/png', data: image }] },
    ],
    [
      'a name, as a part of the message',
      { role: 'user', name: 'bob', content: 'a' },
      {
        role: 'user',
        parts: [
          {
            kind: 'opaque',
            mediaType: 'text/x-participant-name',
            data: { type: 'name', name: 'bob' },
          },
          text('a'),
        ],
      },
    ],
    [
      'an answer as the SDK hands it back',
      {
        role: 'assistant',
        content: 'a',
        refusal: null,
        annotations: [],
        parsed: { a: 1 },
        reasoning_content: 'hm',
        tool_calls: null,
      },
      { role: 'assistant', text: 'a', calls: [] },
    ],
    [
      'a refusal is what was said',
      { role: 'assistant', content: null, refusal: 'no' },
      { role: 'assistant', text: 'no', calls: [] },
    ],
    [
      'a refusal among parts',
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'a' },
          { type: 'refusal', refusal: 'b' },
        ],
      },
      { role: 'assistant', text: 'ab', calls: [] },
    ],
  ])('%s', (_, message, read) => {
    expect(readRequest({ ...least, messages: [message] }).messages).toEqual([read]);
  });

  test('calls of functions and of custom tools, and their results', () => {
    const line = { id: 'b', type: 'custom', custom: { name: 'shell', input: 'ls "a"' } };
    const parsed = { ...call, index: 0, function: { ...call.function, parsed_arguments: {} } };
    const messages = [
      { ...calling, tool_calls: [parsed, line] },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'x' }] },
      { ...result, name: 'send' },
    ];
    expect(readRequest({ ...least, messages }).messages).toEqual([
      {
        role: 'assistant',
        text: '',
        calls: [
          { id: 'a', tool: 'send', args: '{}' },
          { id: 'b', tool: 'shell', args: '{"input":"ls \\"a\\""}' },
        ],
      },
      { role: 'tool', callId: 'b', tool: 'shell', parts: [{ kind: 'text', text: 'x' }] },
      { role: 'tool', callId: 'a', tool: 'send', parts: [{ kind: 'text', text: 'sent' }] },
    ]);
  });
});

test('tools, strict ones and custom ones', () => {
  const strict = { ...send.function, strict: true, description: 'Sends.' };
  const request = readRequest({
    ...least,
    tools: [{ type: 'function', function: strict }, shell],
  });
  expect(request.custom).toEqual(new Set(['shell']));
  expect(request.params).toEqual({ tools: ['send'] });
  expect(request.tools).toMatchObject([
    { name: 'send', description: 'Sends.', parameters: { type: 'object' } },
    { name: 'shell', parameters: { required: ['input'], 'x-format': { type: 'text' } } },
  ]);
});

test.each<[string, object, object]>([
  ['sampling', { temperature: 0, seed: 1, stop: ['x'] }, { temperature: 0, seed: 1, stop: ['x'] }],
  ['values that say nothing', { n: 1, logprobs: false, modalities: ['text'], user: null }, {}],
  ['what the provider would keep', { store: true, metadata: { a: 'b' } }, {}],
  ['a prediction, which is content', { prediction: { type: 'content', content: 'x' } }, {}],
  [
    'options of a stream',
    { stream: true, stream_options: { include_usage: true } },
    { stream_options: { include_usage: true } },
  ],
  [
    'cache options, without the mode of breakpoints',
    { prompt_cache_options: { mode: 'explicit', ttl: '30m' } },
    { prompt_cache_options: { ttl: '30m' } },
  ],
  ['a choice of mode', { tools: [send], tool_choice: 'required' }, { tool_choice: 'required' }],
  ['a choice of tool', { tools: [send], tool_choice: send }, { tool_choice: send }],
])('params hold %s', (_, more, params) => {
  expect(readRequest({ ...least, ...more }).params).toEqual(params);
});

test.each([
  [undefined, false],
  [{ type: 'text' }, false],
  [{ type: 'json_object' }, true],
  [{ type: 'json_schema', json_schema: { name: 'a', schema: {} } }, true],
])('the format %o is structured: %s', (format, structured) => {
  expect(readRequest({ ...least, response_format: format }).structured).toBe(structured);
});

describe('is refused', () => {
  const nothing: object[] = [];
  const part = (content: object) => [{ role: 'user', content: [content] }];
  const choice = (tools: unknown, mode = 'auto') => ({
    type: 'allowed_tools',
    allowed_tools: { mode, tools },
  });

  test.each<[string, object, string]>([
    ['an unknown field', { top_k: 3 }, 'top_k'],
    ['two choices', { n: 2 }, '`n`'],
    ['two choices with tools', { n: 2, tools: [send] }, '`n`'],
    ['old functions', { functions: [] }, '`functions`'],
    ['the old choice of one', { function_call: 'auto' }, '`function_call`'],
    ["the provider's search", { web_search_options: {} }, '`web_search_options`'],
    ['sound as an answer', { modalities: ['text', 'audio'] }, '`modalities`'],
    ['a voice', { audio: { voice: 'echo', format: 'wav' } }, '`audio`'],
    ['log-probabilities', { logprobs: true }, '`logprobs`'],
    ['moderation scores', { moderation: { model: 'm' } }, '`moderation`'],
    ['a temperature of text', { temperature: 'hot' }, '`temperature`'],
    ['no model', { model: null }, '`model`'],
    ['no message', { messages: nothing }, '`messages`'],
    ['no list', { messages: 'hi' }, '`messages`'],
    ['an unknown format', { response_format: { type: 'xml' } }, '`response_format.type`'],
    ['a hosted tool', { tools: [{ type: 'web_search' }] }, '`tools[0].type`'],
    ['a tool without a name', { tools: [{ type: 'function', function: {} }] }, 'function.name'],
    [
      'a name that no call comes back under',
      { tools: [{ ...shell, custom: { name: 'a.b' } }] },
      'custom.name',
    ],
    ['a schema of text', { tools: [{ ...send, function: { name: 'a', parameters: '' } }] }, 'par'],
    ['two tools of one name', { tools: [send, send] }, '`tools[1]`'],
    [
      'a custom tool of the same name',
      { tools: [send, { ...shell, custom: { name: 'send' } }] },
      '[1]',
    ],
    ['a choice of an undeclared tool', { tool_choice: send }, '`tool_choice`'],
    ['an unknown choice', { tools: [send], tool_choice: 'any' }, '`tool_choice`'],
    ['an unknown mode', { tools: [send], tool_choice: choice([send], 'none') }, 'mode'],
    [
      'a set with an undeclared tool',
      { tools: [send], tool_choice: choice([send, shell]) },
      'choice',
    ],
    ['an unknown role', { messages: [{ role: 'critic', content: 'a' }] }, '`messages[0].role`'],
    ['the old role', { messages: [{ role: 'function', name: 'a', content: 'a' }] }, '[0].role`'],
    ['a user who says nothing', { messages: [{ role: 'user' }] }, '`messages[0].content`'],
    ['a user of no parts', { messages: [{ role: 'user', content: [] }] }, '`messages[0].content`'],
    ['an assistant who says nothing', { messages: [{ role: 'assistant', content: null }] }, '[0]`'],
    [
      'an image in a system prompt',
      { messages: [{ role: 'system', content: [image] }] },
      '[0].type',
    ],
    ['an unknown part', { messages: part({ type: 'video' }) }, '`messages[0].content[0].type`'],
    ['a field in a part', { messages: part({ ...image, note: 'x' }) }, 'content[0].note`'],
    ['a field in an image', { messages: part({ ...image, image_url: { uri: 'x' } }) }, '.uri`'],
    ['a stored file', { messages: part({ type: 'file', file: { file_id: 'f' } }) }, '.file_id`'],
    ['stored sound', { messages: [{ role: 'assistant', audio: { id: 'a' } }] }, '[0].audio`'],
    [
      'two calls of one id',
      { messages: [{ ...calling, tool_calls: [call, call] }] },
      'tool_calls`',
    ],
    [
      'an unknown call',
      { messages: [{ ...calling, tool_calls: [{ ...call, type: 'mcp' }] }] },
      'type`',
    ],
    ['an unknown option of a stream', { stream_options: { chunk: 1 } }, 'stream_options.chunk`'],
  ])('%s', (_, more, named) => {
    const failure = failureOf({ ...least, ...more });
    expect(failure.status).toBe(400);
    expect(failure.message).toContain(named);
    expect(failure.hint).not.toBe('');
  });
});

proves('protocol/closed-table', () => {
  const deep = { type: 'text', text: 'a', secret: 1 };
  for (const [body, path] of [
    [{ ...least, extra_body: {} }, 'extra_body'],
    [{ ...least, messages: [{ ...user, weight: 1 }] }, 'messages[0].weight'],
    [{ ...least, messages: [{ role: 'user', content: [deep] }] }, 'messages[0].content[0].secret'],
    [{ ...least, tools: [{ ...send, strict: true }] }, 'tools[0].strict'],
    [JSON.parse('{"model":"m","messages":[],"__proto__":{}}'), '__proto__'],
  ]) {
    const failure = failureOf(body);
    expect(failure).toMatchObject({ status: 400, code: 'unknown_field' });
    expect(failure.message).toContain(`\`${path}\``);
    expect(failure.hint).toContain(path);
  }
});

proves('protocol/calls-paired', () => {
  for (const messages of [
    [user, result],
    [calling, result, result],
    [calling, user, result],
    [calling],
    [calling, user],
    [calling, calling, result],
    [calling, { ...result, tool_call_id: 'b' }],
  ]) {
    expect(failureOf({ ...least, messages })).toMatchObject({ code: 'invalid_field' });
  }
  expect(readRequest({ ...least, messages: [calling, result, calling, result] })).toBeDefined();
});

proves('protocol/nothing-quoted', () => {
  const secret = 'IBAN 12';
  for (const more of [
    { [secret]: secret },
    { temperature: secret },
    { tool_choice: { type: 'function', function: { name: secret } } },
    { response_format: { type: secret } },
    { tools: [{ type: secret }] },
    { messages: [{ role: secret, content: secret }] },
    { messages: [{ role: 'user', content: [{ type: secret }] }] },
    { messages: [{ ...result, tool_call_id: secret }] },
    { messages: [{ ...calling, tool_calls: [{ ...call, [secret]: secret }] }] },
  ]) {
    const { message, hint } = failureOf({ ...least, ...more });
    expect(message + hint).not.toContain(secret);
  }
});
