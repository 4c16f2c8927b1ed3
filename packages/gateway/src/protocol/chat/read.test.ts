import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { RequestError } from '../errors.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { choiceAmong } from './tools.ts';

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
    report: { dropped: [], unread: [] },
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
    [
      'a user of no parts, who says nothing',
      { role: 'user', content: [] },
      { role: 'user', parts: [text('')] },
    ],
    [
      'an assistant who says nothing',
      { role: 'assistant', content: null },
      { role: 'assistant', text: '', calls: [] },
    ],
    [
      'an image in a system prompt',
      { role: 'system', content: [image] },
      { role: 'system', parts: [{ kind: 'opaque', mediaType: 'image/png', data: image }] },
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
    ['two choices', { n: 2 }, '`n`'],
    ['two choices with tools', { n: 2, tools: [send] }, '`n`'],
    ['old functions', { functions: [] }, '`functions`'],
    ['the old choice of one', { function_call: 'auto' }, '`function_call`'],
    ['sound as an answer', { modalities: ['text', 'audio'] }, '`modalities`'],
    ['a voice', { audio: { voice: 'echo', format: 'wav' } }, '`audio`'],
    ['a temperature of text', { temperature: 'hot' }, '`temperature`'],
    ['no model', { model: null }, '`model`'],
    ['no message', { messages: nothing }, '`messages`'],
    ['no list', { messages: 'hi' }, '`messages`'],
    ['an unknown format', { response_format: { type: 'xml' } }, '`response_format.type`'],
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
    ['an image of no address', { messages: part({ ...image, image_url: { uri: 'x' } }) }, '.url`'],
    ['a part in another spelling', { messages: part({ type: 'imageUrl' }) }, 'content[0].type`'],
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
  ])('%s', (_, more, named) => {
    const failure = failureOf({ ...least, ...more });
    expect(failure.status).toBe(400);
    expect(failure.message).toContain(named);
    expect(failure.hint).not.toBe('');
  });
});

describe('is left out, as if it had not been sent, and reported', () => {
  const said = (more: object) => [{ role: 'user', content: [{ ...image, ...more }] }];
  const spoken = (...more: object[]) => [
    { role: 'assistant', content: [{ type: 'text', text: 'a' }, ...more] },
  ];
  const allowed = (...tools: object[]) => ({ mode: 'auto', tools });

  test.each<[string, object, object, string]>([
    ['an unknown field', { brand_new: 3 }, {}, 'brand_new'],
    ['the search of the provider', { web_search_options: {} }, {}, 'web_search_options'],
    ['log-probabilities', { logprobs: true }, {}, 'logprobs'],
    ['moderation scores', { moderation: { model: 'm' } }, {}, 'moderation'],
    [
      'an option of a stream',
      { stream_options: { chunk: 1 } },
      { stream_options: {} },
      'stream_options.chunk',
    ],
    [
      'a field of a message',
      { messages: [{ ...user, weight: 1 }] },
      { messages: [user] },
      'messages[].weight',
    ],
    [
      'a field of a part',
      { messages: said({ note: 'x' }) },
      { messages: said({}) },
      'messages[].content[].note',
    ],
    [
      'a field of an image',
      { messages: said({ image_url: { ...image.image_url, uri: 'x' } }) },
      { messages: said({}) },
      'messages[].content[].image_url.uri',
    ],
    [
      'a part of the assistant',
      { messages: spoken({ type: 'video' }) },
      { messages: spoken() },
      'messages[].content[]:video',
    ],
    ['a field of a tool', { tools: [{ ...send, url: 'x' }] }, { tools: [send] }, 'tools[].url'],
    [
      'a tool of the provider',
      { tools: [send, { type: 'web_search', url: 'x' }] },
      { tools: [send] },
      'tools[]:web_search',
    ],
    [
      'a choice of such a tool',
      { tools: [send], tool_choice: { type: 'web_search' } },
      { tools: [send] },
      'tool_choice:web_search',
    ],
    [
      'a field of a choice',
      { tools: [send], tool_choice: { ...send, next: 'x' } },
      { tools: [send], tool_choice: send },
      'tool_choice.next',
    ],
    [
      'a field of a set of tools',
      {
        tools: [send],
        tool_choice: { type: 'allowed_tools', allowed_tools: { ...allowed(send), next: 'x' } },
      },
      { tools: [send], tool_choice: { type: 'allowed_tools', allowed_tools: allowed(send) } },
      'tool_choice.allowed_tools.next',
    ],
  ])('%s', (...[, more, without, dropped]) => {
    const { report, ...rest } = readRequest(structuredClone({ ...least, ...more }));
    const { report: _none, ...same } = readRequest(structuredClone({ ...least, ...without }));
    expect(rest).toEqual(same);
    expect(report).toEqual({ dropped: [dropped], unread: [] });
  });

  test('one in a set of tools does not pass with the others', () => {
    const tool_choice = {
      type: 'allowed_tools',
      allowed_tools: allowed(send, { type: 'web_search', url: 'x' }),
    };
    const { params, report } = readRequest({ ...least, tools: [send], tool_choice });
    expect(report.dropped).toEqual(['tool_choice.allowed_tools.tools[]:web_search']);
    expect(choiceAmong(params['tool_choice'], new Set(['send']))).toEqual({
      type: 'allowed_tools',
      allowed_tools: allowed(send),
    });
  });
});

proves('protocol/closed-table', () => {
  const deep = { type: 'text', text: 'a', secret: 1 };
  for (const [body, path] of [
    [{ ...least, extra_body: { a: 'x' } }, 'extra_body'],
    [{ ...least, messages: [{ ...user, weight: 'x' }] }, 'messages[].weight'],
    [{ ...least, messages: [{ role: 'user', content: [deep] }] }, 'messages[].content[].secret'],
    [{ ...least, tools: [{ ...send, strict: 'x' }] }, 'tools[].strict'],
    [JSON.parse('{"model":"m","messages":[{"role":"user","content":"a"}],"__proto__":{}}'), null],
  ]) {
    const request = readRequest(body);
    expect(request.report.dropped).toEqual([path ?? '__proto__']);
    const view = { messages: request.messages, tools: request.tools };
    const sent = renderRequest(request, view, { stream: false, model: 'm' });
    expect(JSON.stringify(sent)).not.toMatch(/extra_body|weight|secret|"strict"|__proto__/);
  }
});

proves('protocol/unknown-at-top', () => {
  const video = { type: 'video', url: 'https://a.example/v', frames: [{ file_id: 'f' }] };
  const part = { kind: 'opaque', mediaType: 'application/x-unknown', data: video, least: 'top' };
  for (const messages of [
    [{ role: 'user', content: [{ ...video }] }],
    [{ role: 'system', content: [{ ...video }] }],
    [calling, { ...result, content: [{ ...video }] }],
  ]) {
    const request = readRequest({ ...least, messages });
    expect(request.messages.at(-1)).toMatchObject({ parts: [part] });
    expect(request.report).toEqual({ dropped: [], unread: ['messages[].content[]:video'] });
  }
});

proves('protocol/dangerous-refused', () => {
  const file = (name: string) => [
    { role: 'user', content: [{ type: 'file', file: { file_data: 'data:,', [name]: 'f' } }] },
  ];
  for (const more of [
    ...['functions', 'Functions', 'FUNCTIONS'].map((name) => ({ [name]: [{ name: 'f' }] })),
    ...['function_call', 'functionCall', 'function-call', 'ｆunction_call'].map((name) => ({
      [name]: 'auto',
    })),
    ...['audio', 'Audio', 'modalities', 'MODALITIES'].map((name) => ({ [name]: { voice: 'a' } })),
    ...['file_id', 'fileId', 'FileID', 'file-id', 'file id'].map((name) => ({
      messages: file(name),
    })),
    ...['audio', 'Audio'].map((name) => ({
      messages: [{ role: 'assistant', content: 'a', [name]: { id: 'audio_1' } }],
    })),
  ]) {
    const failure = failureOf({ ...least, ...more });
    expect(failure, JSON.stringify(more)).toMatchObject({ code: 'unsupported_field', status: 400 });
    expect(failure.hint).not.toBe('');
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
    { temperature: secret },
    { messages: [{ ...user, [`${secret} name`]: 1, name: [secret] }] },
    { tool_choice: { type: 'function', function: { name: secret } } },
    { response_format: { type: secret } },
    { tools: [{ type: 'function', [secret]: 1, function: { name: secret } }] },
    { messages: [{ role: secret, content: secret }] },
    { messages: [{ ...result, tool_call_id: secret }] },
    { messages: [{ ...calling, tool_calls: [{ ...call, id: [secret] }] }] },
  ]) {
    const { message, hint } = failureOf({ ...least, ...more });
    expect(message + hint).not.toContain(secret);
  }
  for (const more of [
    { [secret]: secret },
    { tools: [{ type: secret }] },
    { messages: [{ role: 'user', content: [{ type: secret }] }] },
    { messages: [{ role: 'assistant', content: [{ type: secret }] }] },
  ]) {
    const { dropped, unread } = readRequest({ ...least, ...more }).report;
    expect([...dropped, ...unread].join()).toMatch(
      /^(a field|tools\[\]|messages\[\]\.content\[\])$/,
    );
  }
});
