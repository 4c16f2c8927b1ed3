import type { PlainMessage } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../../testing/proves.ts';
import { anAnswer, aRequest, saying } from '../../../../test/responses/answers.ts';
import { RequestError } from '../../errors.ts';
import { readRequest } from './read.ts';
import { writeAnswer } from '../answer/write.ts';

function read(input: unknown, previous?: string): readonly PlainMessage[] {
  return readRequest({ model: 'm', input, previous_response_id: previous }).messages;
}

function refusal(input: unknown): { readonly message: string; readonly hint: string } {
  try {
    read(input);
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  throw new Error('the input was read');
}

const said = (text: string, id?: string): object => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  ...(id !== undefined && { id }),
});
const called = (call_id: string, id?: string): object => ({
  type: 'function_call',
  call_id,
  name: 'send',
  arguments: '{}',
  ...(id !== undefined && { id }),
});
const result = (call_id: string): object => ({
  type: 'function_call_output',
  call_id,
  output: 'ok',
});
const thought = (id?: string): object => ({ type: 'reasoning', summary: [], ...(id && { id }) });

/** Each message of the assistant as its text and the ids of its calls. */
function groups(input: readonly object[]): readonly string[] {
  const closed = [...input, ...openCalls(input).map(result)];
  return read(closed).flatMap((message) =>
    message.role === 'assistant'
      ? [`${message.text}(${message.calls.map(({ id }) => id).join()})`]
      : [],
  );
}

function openCalls(input: readonly object[]): readonly string[] {
  return input.flatMap((item) =>
    'name' in item && 'call_id' in item && typeof item.call_id === 'string' ? [item.call_id] : [],
  );
}

test.each<[rule: string, items: readonly object[], expected: readonly string[]]>([
  ['text and its calls', [said('a'), called('1'), called('2')], ['a(1,2)']],
  ['calls alone', [called('1'), called('2')], ['(1,2)']],
  ['reasoning first', [thought(), said('a'), called('1')], ['a(1)']],
  ['reasoning between calls', [thought(), called('1'), thought(), called('2')], ['(1,2)']],
  ['text after calls', [said('a'), called('1'), said('b')], ['ab(1)']],
  ['two answers', [said('a'), said('b')], ['a()', 'b()']],
  ['reasoning begins a response', [said('a'), thought(), called('1')], ['a()', '(1)']],
  [
    'ids of two responses',
    [said('a', 'msg_r_0'), called('1', 'fc_s_0'), called('2', 'fc_s_1')],
    ['a()', '(1,2)'],
  ],
  [
    'reasoning behind text that was streamed',
    [said('a', 'msg_r_0'), thought('rs_r_0'), called('1', 'fc_r_0')],
    ['a(1)'],
  ],
  [
    'another response after calls',
    [called('1', 'fc_r_0'), said('b', 'msg_s_0'), called('2', 'fc_s_0')],
    ['(1)', 'b(2)'],
  ],
  ['the user between', [said('a'), { role: 'user', content: 'go' }, called('1')], ['a()', '(1)']],
])('one message of the assistant: %s', (_, items, expected) => {
  expect(groups(items)).toEqual(expected);
});

proves('responses/one-message', () => {
  fc.assert(
    fc.property(saying, fc.boolean(), ({ text, calls, reasoning }, stripped) => {
      const response = writeAnswer(aRequest(), anAnswer({ text, calls, reasoning }));
      const output = outputOf(response).map((item) => (stripped ? withoutId(item) : item));
      const results = calls.map(({ id, tool }) => ({
        type: tool === 'patch' ? 'custom_tool_call_output' : 'function_call_output',
        call_id: id,
        output: '',
      }));
      const [user, message, ...rest] = read([{ role: 'user', content: '' }, ...output, ...results]);
      expect(user?.role).toBe('user');
      expect(message).toEqual({ role: 'assistant', text, calls });
      expect(rest).toHaveLength(calls.length);
    }),
  );
});

function outputOf({ output }: Readonly<Record<string, unknown>>): readonly object[] {
  return Array.isArray(output) ? output : [];
}

function withoutId(item: object): object {
  return { ...item, id: undefined };
}

test.each([
  [undefined, false],
  [null, false],
  ['completed', false],
  ['incomplete', true],
  ['in_progress', true],
  ['failed', true],
])('a result with the status %j', (status, failed) => {
  const [, message] = read([called('1'), { ...result('1'), status }]);
  expect(message).toMatchObject({ role: 'tool', callId: '1' });
  expect(message !== undefined && 'failed' in message).toBe(failed);
});

test('roles, parts and results', () => {
  const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'low' };
  const file = { type: 'input_file', file_data: 'data:application/pdf;base64,AA==', filename: 'f' };
  const marker = { prompt_cache_breakpoint: { mode: 'explicit' } };
  expect(
    read([
      { role: 'developer', content: 'Rules.' },
      { role: 'system', content: [{ type: 'input_text', text: 'More.', ...marker }] },
      { type: 'message', role: 'user', content: [{ ...image, ...marker }, file], status: null },
      { ...called('1'), status: 'completed', parsed_arguments: {}, caller: { type: 'direct' } },
      { type: 'custom_tool_call', call_id: '2', name: 'patch', input: '*** "a"' },
      { ...result('1'), output: [{ type: 'input_text', text: 'x' }, image] },
      { type: 'custom_tool_call_output', call_id: '2', output: 'y' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }], phase: 'commentary' },
      { role: 'assistant', content: 'Plain.' },
    ]),
  ).toEqual([
    { role: 'system', parts: [{ kind: 'text', text: 'Rules.' }] },
    { role: 'system', parts: [{ kind: 'text', text: 'More.' }] },
    {
      role: 'user',
      parts: [
        { kind: 'opaque', mediaType: 'image/*', data: image },
        { kind: 'opaque', mediaType: 'application/*', data: file },
      ],
    },
    {
      role: 'assistant',
      text: '',
      calls: [
        { id: '1', tool: 'send', args: '{}' },
        { id: '2', tool: 'patch', args: JSON.stringify({ input: '*** "a"' }) },
      ],
    },
    {
      role: 'tool',
      callId: '1',
      tool: 'send',
      parts: [
        { kind: 'text', text: 'x' },
        { kind: 'opaque', mediaType: 'image/*', data: image },
      ],
    },
    { role: 'tool', callId: '2', tool: 'patch', parts: [{ kind: 'text', text: 'y' }] },
    { role: 'assistant', text: 'No.', calls: [] },
    { role: 'assistant', text: 'Plain.', calls: [] },
  ]);
});

test('a result may answer a call of the response that the request goes on from', () => {
  expect(read([result('1')], 'resp_7')).toEqual([
    { role: 'tool', callId: '1', tool: '', parts: [{ kind: 'text', text: 'ok' }] },
  ]);
});

test.each<[problem: string, input: readonly object[], path: string]>([
  ['a result without its call', [result('1')], 'input[0].call_id'],
  ['a result before its call', [result('1'), called('1')], 'input[0].call_id'],
  ['two calls of one id', [called('1'), result('1'), called('1')], 'input[2].call_id'],
  ['a call without its result', [called('1')], 'input[0]'],
  ['a role that is none', [{ role: 'robot', content: '' }], 'input[0].role'],
  ['no content', [{ role: 'user' }], 'input[0].content'],
  ['a part in another spelling', [{ role: 'user', content: [{ type: 'inputText' }] }], 'type'],
  [
    'a stored image',
    [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }],
    'file_id',
  ],
  [
    'a fetched file',
    [{ role: 'user', content: [{ type: 'input_file', file_url: 'f' }] }],
    'file_url',
  ],
  ['a part of no type', [{ role: 'user', content: [{ text: 'x' }] }], 'input[0].content[0].type'],
])('%s is refused', (_, input, path) => {
  const { message, hint } = refusal(input);
  expect(message).toContain(path);
  expect(hint).not.toBe('');
});

test.each([
  ['the caller of a call', { ...called('1'), caller: { type: 'program' } }, 'caller'],
  ['a call that nobody awaits', { ...called('1'), async: true }, 'async'],
  ['an unknown field', { ...called('1'), invented: 1 }, 'invented'],
])('%s is left out and reported', (_, item, field) => {
  const { messages, report } = readRequest({ model: 'm', input: [item, result('1')] });
  expect(messages).toEqual(read([called('1'), result('1')]));
  expect(report).toEqual({ dropped: [`input[].${field}`], unread: [] });
});

proves('protocol/dangerous-refused', () => {
  for (const [type, ...spellings] of [
    ['compaction_trigger', 'CompactionTrigger'],
    ['item_reference', 'itemReference', 'item reference'],
    ['mcp_approval_response', 'MCP_Approval_Response'],
  ]) {
    const { message, hint } = refusal([{ type, id: 'x' }]);
    expect(message).toBe('`input[0].type` is not supported');
    expect(hint).not.toBe('');
    for (const spelling of spellings) {
      expect(refusal([{ type: spelling, id: 'x' }]).message).toContain('`input[0].type`');
    }
  }
});

proves('protocol/unknown-at-top', () => {
  for (const item of [
    { type: 'image_generation_call', id: 'ig_1' },
    { type: 'mcp_call', id: 'mcp_1', output: 'x' },
    { type: 'constructor', id: 'x' },
    { type: 'invented', content: 'x' },
  ]) {
    const { type } = item;
    const request = readRequest({
      model: 'm',
      input: [{ ...item }, { role: 'user', content: '' }],
    });
    const mediaType = 'application/x-unknown-item';
    const part = { kind: 'opaque', mediaType, data: item, least: 'top' };
    expect(request.messages[0]).toEqual({ role: 'user', parts: [part] });
    expect(request.report).toEqual({ dropped: [], unread: [`input[]:${type}`] });
  }
  const sound = { type: 'input_audio', data: 'AA' };
  const part = {
    kind: 'opaque',
    mediaType: 'application/x-unknown',
    data: sound,
    least: 'top',
  };
  for (const [input, path] of [
    [[{ role: 'user', content: [{ ...sound }] }], 'input[].content[]'],
    [[{ role: 'developer', content: [{ ...sound }] }], 'input[].content[]'],
    [[called('1'), { ...result('1'), output: [{ ...sound }] }], 'input[].output[]'],
  ] as const) {
    const { messages, report } = readRequest({ model: 'm', input });
    expect(messages.at(-1)).toMatchObject({ parts: [part] });
    expect(report).toEqual({ dropped: [], unread: [`${path}:input_audio`] });
  }
});

test('a part of the assistant that nobody knows is left out and reported', () => {
  const content = [
    { type: 'output_audio', data: 'AA' },
    { type: 'output_text', text: 'Hi.' },
  ];
  const { messages, report } = readRequest({ model: 'm', input: [{ role: 'assistant', content }] });
  expect(messages).toEqual([{ role: 'assistant', text: 'Hi.', calls: [] }]);
  expect(report).toEqual({ dropped: ['input[].content[]:output_audio'], unread: [] });
});

test('an id alone is a reference', () => {
  expect(refusal([{ id: 'msg_x_0' }]).hint).toMatch('store');
});

test('a second result of a call is kept unread', () => {
  const input = [called('1'), result('1'), { ...result('1'), output: 'more' }];
  const { messages, report } = readRequest({ model: 'm', input });
  expect(messages.at(-2)).toMatchObject({ role: 'tool', callId: '1' });
  expect(messages.at(-1)).toMatchObject({
    role: 'user',
    parts: [{ data: input[2], least: 'top' }],
  });
  expect(report.unread).toEqual(['input[]:function_call_output']);
});

test('a configuration in the input is left out and reported', () => {
  const input = [
    { type: 'configuration_update', effort: 'low' },
    { role: 'user', content: 'Hi' },
  ];
  const { messages, report } = readRequest({ model: 'm', input });
  expect(messages).toEqual([{ role: 'user', parts: [{ kind: 'text', text: 'Hi' }] }]);
  expect(report.dropped).toEqual(['input[]:configuration_update']);
});
