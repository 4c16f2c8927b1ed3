import type { ResponseCreateParams } from 'openai/resources/responses/responses';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { proves } from '../../../testing/proves.ts';
import { RequestError } from '../../errors.ts';
import type { Covers } from '../../shared/fields.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { requestFields } from './tables.ts';

const minimal = { model: 'm', input: 'Hi' };
const web = { type: 'web_search' };
const tool = { type: 'function', name: 'send', parameters: { type: 'object' }, strict: true };

function refusal(more: object): RequestError {
  try {
    readRequest({ ...minimal, ...more });
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('the request was read');
}

test('the table has every field of the SDK, and no other', () => {
  expectTypeOf<keyof typeof requestFields>().toEqualTypeOf<keyof ResponseCreateParams>();
  expectTypeOf(requestFields).toEqualTypeOf<Covers<ResponseCreateParams>>();
});

test('a text is the words of the user', () => {
  expect(readRequest(minimal)).toEqual({
    model: 'm',
    messages: [{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }],
    instructions: false,
    tools: [],
    custom: new Set(),
    stream: false,
    structured: false,
    previous: undefined,
    params: {},
    report: { dropped: [], unread: [] },
  });
});

test('`instructions` are a system message of this request alone', () => {
  const { messages, instructions, previous } = readRequest({
    ...minimal,
    instructions: 'Be brief.',
    previous_response_id: 'resp_7',
  });
  expect(messages[0]).toEqual({ role: 'system', parts: [{ kind: 'text', text: 'Be brief.' }] });
  expect({ instructions, previous }).toEqual({ instructions: true, previous: '7' });
});

test.each<[field: string, value: unknown]>([
  ['access_programs', { cyber: 'standard' }],
  ['image', { context_compression: 'auto' }],
  ['include', ['reasoning.encrypted_content']],
  ['max_output_tokens', 9],
  ['max_tool_calls', 2],
  ['metadata', { a: 'b' }],
  ['parallel_tool_calls', false],
  ['prompt_cache_key', 'k'],
  ['prompt_cache_options', { ttl: '30m' }],
  ['prompt_cache_retention', '24h'],
  ['reasoning', { effort: 'low' }],
  ['safety_identifier', 's'],
  ['service_tier', 'flex'],
  ['store', true],
  ['temperature', 0.5],
  ['text', { format: { type: 'text' }, verbosity: 'low' }],
  ['tool_choice', 'auto'],
  ['top_p', 0.9],
  ['truncation', 'auto'],
  ['user', 'u'],
])('`%s` is inert', (field, value) => {
  expect(readRequest({ ...minimal, [field]: value }).params).toEqual({ [field]: value });
});

describe('accepted, for they ask for nothing', () => {
  test.each<[field: string, value: unknown]>([
    ['background', false],
    ['conversation', null],
    ['context_management', []],
    ['moderation', null],
    ['prompt', null],
    ['top_logprobs', 0],
    ['include', []],
    ['previous_response_id', null],
    ['stream_options', { include_obfuscation: false }],
  ])('`%s`', (field, value) => {
    expect(readRequest({ ...minimal, [field]: value })).toEqual(readRequest(minimal));
  });
});

const refused: readonly (readonly [path: string, body: object])[] = [
  ['background', { background: true }],
  ['conversation', { conversation: 'conv_1' }],
  ['prompt', { prompt: { id: 'pmpt_1' } }],
  ['text.format.type', { text: { format: { type: 'grammar' } } }],
  ['temperature', { temperature: 'hot' }],
  ['stream', { stream: 'yes' }],
  ['input', { input: undefined }],
  ['input', { input: [] }],
  ['input', { input: 7 }],
  ['model', { model: undefined }],
  ['previous_response_id', { previous_response_id: 'another' }],
  ['tools[1]', { tools: [tool, { type: 'custom', name: 'send' }] }],
  ['tools[0].name', { tools: [{ ...tool, name: '' }] }],
  ['tools[0].name', { tools: [{ ...tool, name: 'notes.delete' }] }],
  ['tool_choice', { tools: [tool], tool_choice: { type: 'function', name: 'other' } }],
  ['tool_choice', { tools: [tool], tool_choice: { type: 'web_search' } }],
  ['tools[1]', { tools: [web, { type: 'web_search_2025_08_26' }] }],
  ['tool_choice', { tools: [tool], tool_choice: 'sometimes' }],
];

test.each(refused)('`%s` is refused in %j', (path, body) => {
  const { status, message, hint } = refusal(body);
  expect({ status, names: message.includes(`\`${path}\``) }, message).toEqual({
    status: 400,
    names: true,
  });
  expect(hint).not.toBe('');
});

proves('protocol/dangerous-refused', () => {
  for (const [value, names] of [
    [true, ['background', 'Background', 'BACK_GROUND', 'ｂackground']],
    ['conv_1', ['conversation', 'Conversation', 'conversation ']],
    [{ id: 'pmpt_1' }, ['prompt', 'PROMPT', 'prompt?']],
  ] as const) {
    for (const name of names) {
      expect(refusal({ [name]: value }), name).toMatchObject({ code: 'unsupported_field' });
    }
  }
  for (const name of ['file_id', 'fileId', 'file_url', 'FILE-URL']) {
    const part = { type: 'input_file', file_data: 'data:,', [name]: 'x' };
    const input = [{ role: 'user', content: [part] }];
    expect(refusal({ input }), name).toMatchObject({ code: 'unsupported_field', status: 400 });
  }
});

const leftOut: readonly (readonly [reported: string, body: object, without: object])[] = [
  ['context_management', { context_management: [{ type: 'compaction' }] }, {}],
  ['moderation', { moderation: { model: 'omni' } }, {}],
  ['top_logprobs', { top_logprobs: 3 }, {}],
  ['invented', { invented: { a: 'x' } }, {}],
  [
    'include[]:file_search_call.results',
    { include: ['reasoning.encrypted_content', 'file_search_call.results'] },
    { include: ['reasoning.encrypted_content'] },
  ],
  ['text.invented', { text: { verbosity: 'low', invented: 1 } }, { text: { verbosity: 'low' } }],
  [
    'prompt_cache_options.prewarm',
    { prompt_cache_options: { ttl: '1h', prewarm: true } },
    { prompt_cache_options: { ttl: '1h' } },
  ],
  [
    'prompt_cache_options.comparison_response_id',
    { prompt_cache_options: { comparison_response_id: 'resp_1' } },
    { prompt_cache_options: {} },
  ],
  ['tools[].async', { tools: [{ ...tool, async: true }] }, { tools: [tool] }],
  ['tools[].defer_loading', { tools: [{ ...tool, defer_loading: true }] }, { tools: [tool] }],
  [
    'tools[].allowed_callers',
    { tools: [{ ...tool, allowed_callers: ['programmatic'] }] },
    { tools: [tool] },
  ],
  ['tools[].approval', { tools: [{ ...web, approval: 'never' }] }, { tools: [web] }],
  [
    'tool_choice:file_search',
    { tools: [tool], tool_choice: { type: 'file_search' } },
    { tools: [tool] },
  ],
];

proves('protocol/closed-table', () => {
  const sentFor = (more: object) => {
    const request = readRequest(structuredClone({ ...minimal, ...more }));
    const { messages, tools, hosted } = request;
    const options = { stream: false, model: 'm', offered: [...(hosted?.keys() ?? [])] };
    return { report: request.report, sent: renderRequest(request, { messages, tools }, options) };
  };
  for (const [path, body, without] of leftOut) {
    const { report, sent } = sentFor(body);
    expect(report).toEqual({ dropped: [path], unread: [] });
    expect(sent).toEqual(sentFor(without).sent);
  }
});

proves('responses/no-hosted-tools', () => {
  const types = [
    'code_interpreter',
    'computer',
    'computer_use_preview',
    'file_search',
    'image_generation',
    'mcp',
    'programmatic_tool_calling',
    'tool_search',
    'invented',
  ];
  for (const type of types) {
    const unnamed = { type, server_url: 'https://a.example' };
    const { tools, hosted, report } = readRequest({ ...minimal, tools: [tool, unnamed] });
    expect(tools.map(({ name }) => name)).toEqual(['send']);
    expect(hosted).toBeUndefined();
    expect(report).toEqual({ dropped: [`tools[]:${type}`], unread: [] });
  }
});

test('a search by the provider is apart from the tools of the client', () => {
  const search = { ...web, search_context_size: 'low' };
  const choice = { type: 'allowed_tools', mode: 'auto', tools: [web] };
  const body = { ...minimal, tools: [tool, search], tool_choice: choice };
  const { tools, hosted, params } = readRequest(body);
  expect(tools.map(({ name }) => name)).toEqual(['send']);
  expect(hosted).toEqual(new Map([['web_search', search]]));
  expect(params['tool_choice']).toEqual(choice);
});

test('a custom tool has one string argument, and its grammar stands in its schema', () => {
  const format = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
  const { tools, custom } = readRequest({
    ...minimal,
    tools: [{ type: 'custom', name: 'patch', description: 'Patches.', format }, tool],
  });
  expect(custom).toEqual(new Set(['patch']));
  expect(tools).toEqual([
    {
      name: 'patch',
      description: 'Patches.',
      parameters: {
        type: 'object',
        properties: { input: { type: 'string' } },
        required: ['input'],
        additionalProperties: false,
        'x-format': format,
      },
    },
    { name: 'send', description: '', parameters: { type: 'object' } },
  ]);
});

test.each([
  [{ type: 'json_object' }, true],
  [{ type: 'json_schema', name: 'n', schema: {}, strict: true }, true],
  [{ type: 'text' }, false],
])('a format of %o is structured: %s', (format, structured) => {
  const request = readRequest({ ...minimal, text: { format } });
  expect(request.structured).toBe(structured);
  expect(request.params).toEqual({ text: { format } });
});

function outcome(body: unknown): string {
  try {
    readRequest(body);
    return 'read';
  } catch (error) {
    return error instanceof RequestError ? 'refused' : 'crashed';
  }
}

test('whatever the body is, it is read or refused', () => {
  const names = [...Object.keys(requestFields), 'type', 'role', 'content', 'call_id', 'id'];
  const words = [
    'message',
    'function_call',
    'custom',
    'function',
    'user',
    'assistant',
    'input_text',
  ];
  const { body } = fc.letrec<{ body: unknown; value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(fc.constantFrom(...words), fc.jsonValue({ maxDepth: 1 })),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('body'),
    ),
    body: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
  }));
  fc.assert(
    fc.property(body, (more) => {
      const whole = typeof more === 'object' ? { ...minimal, ...more } : more;
      expect(['read', 'refused']).toContain(outcome(whole));
    }),
  );
});

proves('protocol/nothing-quoted', () => {
  const secret = 'hunter2';
  for (const body of [
    { input: [{ type: 'itemReference', id: secret }] },
    { input: [{ type: 'message', role: secret, content: '' }] },
    { input: [{ type: 'function_call_output', call_id: secret, output: secret }] },
    { previous_response_id: secret },
    { tool_choice: { type: 'function', name: secret } },
    { temperature: secret },
  ]) {
    const { message, hint } = refusal(body);
    expect(message + hint).not.toContain(secret);
  }
});
