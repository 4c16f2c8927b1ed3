import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../../test/messages-refusals.ts';
import { proves } from '../../../testing/proves.ts';
import { UpstreamError } from '../../errors.ts';
import type { UpstreamReply } from '../../protocol.ts';
import { readReply } from './reply.ts';
import { streamReader } from './stream-reader.ts';

interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

const search = { type: 'server_tool_use', id: 'a', name: 'web_search', input: { query: 'q' } };
const text = (value: string): Block => ({ type: 'text', text: value, citations: null });
const call = (name: string, input: object): Block => ({
  type: 'tool_use',
  id: 'toolu_1',
  name,
  input,
  caller: { type: 'direct' },
});
const thought: Block = { type: 'thinking', thinking: 'hm', signature: 'sig' };
const redacted: Block = { type: 'redacted_thinking', data: 'xyz' };

const usage = { input_tokens: 4, cache_read_input_tokens: 5, cache_creation_input_tokens: 1 };

function whole(content: readonly unknown[], stop: string | null = 'end_turn'): object {
  const all = { ...usage, output_tokens: 7 };
  return { id: 'm', type: 'message', model: 'big', content, stop_reason: stop, usage: all };
}

/** The same message as a stream, its text and JSON cut into pieces of `size`. */
function events(content: readonly Block[], stop = 'end_turn', size = 3): readonly object[] {
  return [
    {
      type: 'message_start',
      message: { model: 'big', usage: { ...usage, output_tokens: 1 } },
    },
    { type: 'ping' },
    ...content.flatMap((block, index) => {
      const { start, deltas } = streamed(block, size);
      return [
        { type: 'content_block_start', index, content_block: start },
        ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ];
    }),
    { type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ];
}

function streamed(block: Block, size: number): { start: object; deltas: readonly object[] } {
  const cut = (value: unknown): readonly string[] =>
    String(value).match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
  switch (block.type) {
    case 'text':
      return {
        start: { ...block, text: '' },
        deltas: cut(block['text']).map((piece) => ({ type: 'text_delta', text: piece })),
      };
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          ...cut(block['thinking']).map((piece) => ({ type: 'thinking_delta', thinking: piece })),
          { type: 'signature_delta', signature: block['signature'] },
        ],
      };
    case 'tool_use': {
      const json = JSON.stringify(block['input']);
      return {
        start: { ...block, input: {} },
        deltas: cut(json === '{}' ? '' : json).map((piece) => ({
          type: 'input_json_delta',
          partial_json: piece,
        })),
      };
    }
  }
  return { start: block, deltas: [] };
}

function read(sent: readonly unknown[], onText?: (delta: string) => void): UpstreamReply {
  const reader = streamReader(onText);
  for (const event of sent) reader.event(undefined, JSON.stringify(event));
  return reader.reply();
}

const facts = { model: 'big', stop: 'end_turn' };
const counted = { inputTokens: 10, outputTokens: 7, cachedInputTokens: 5 };

const messages: readonly [string, readonly Block[], Partial<UpstreamReply>][] = [
  ['text', [text('Hello, you.')], { text: 'Hello, you.' }],
  ['two texts', [text('a'), text('b')], { text: 'ab' }],
  ['nothing', [], {}],
  [
    'a call',
    [text('So.'), call('send', { to: 'bob' })],
    {
      text: 'So.',
      calls: [{ tool: 'send', args: '{"to":"bob"}' }],
    },
  ],
  ['a call without arguments', [call('read', {})], { calls: [{ tool: 'read', args: '{}' }] }],
  [
    'parallel calls',
    [call('a', { n: 1 }), call('b', { n: 2 })],
    {
      calls: [
        { tool: 'a', args: '{"n":1}' },
        { tool: 'b', args: '{"n":2}' },
      ],
    },
  ],
  ['reasoning', [thought, redacted, text('So.')], { text: 'So.', reasoning: [thought, redacted] }],
  [
    'reasoning in between',
    [text('So.'), thought, call('a', {}), redacted, text('b')],
    {
      text: 'So.b',
      calls: [{ tool: 'a', args: '{}' }],
      reasoning: [{ type: 'text', characters: 3 }, thought, { type: 'calls', count: 1 }, redacted],
    },
  ],
];

describe.each(messages)('%s', (_, content, expected) => {
  const reply = { text: '', calls: [], stop: 'complete', usage: counted, facts, ...expected };

  test('is read whole', () => expect(readReply(whole(content))).toEqual(reply));

  test('is read from a stream, in pieces of any size, and told as it comes', () => {
    for (const size of [1, 2, 1000]) {
      const told: string[] = [];
      const streamedReply = read(events(content, 'end_turn', size), (delta) => told.push(delta));
      expect(streamedReply).toEqual(reply);
      expect(told.join('')).toBe(reply.text);
    }
  });

  proves('messages/half-a-stream-is-truncated', () => {
    const all = events(content);
    for (let length = 0; length < all.length; length += 1) {
      expect(read(all.slice(0, length)).stop).toBe('truncated');
    }
  });
});

test.each([
  ['end_turn', 'complete'],
  ['tool_use', 'complete'],
  ['stop_sequence', 'complete'],
  ['max_tokens', 'truncated'],
  ['refusal', 'truncated'],
  ['pause_turn', 'truncated'],
  ['model_context_window_exceeded', 'truncated'],
  ['of a later version', 'truncated'],
])('a reply that stopped for `%s` is %s', (reason, stop) => {
  const expected = { stop, facts: { model: 'big', stop: reason } };
  expect(readReply(whole([text('x')], reason))).toMatchObject(expected);
  expect(read(events([text('x')], reason))).toMatchObject(expected);
});

test('a whole reply without a reason is truncated', () => {
  expect(readReply(whole([text('x')], null)).stop).toBe('truncated');
});

test('a block that never ends makes the reply truncated, although the message ends', () => {
  const open = events([text('x'), call('a', { n: 1 })]).filter(
    (event) => !('type' in event && event.type === 'content_block_stop'),
  );
  expect(read(open).stop).toBe('truncated');
});

test('kinds of events that come later are passed over', () => {
  const [begin, ...rest] = events([text('x')]);
  expect(read([begin, { type: 'weather' }, ...rest]).text).toBe('x');
});

test.each<[string, { readonly type: string; readonly [field: string]: unknown }]>([
  ['a run of code', { type: 'server_tool_use', id: 'a', name: 'code_execution', input: {} }],
  ['a search by code', { ...search, caller: { type: 'code_execution_20260120' } }],
  ['what it printed', { type: 'code_execution_tool_result', content: [] }],
  ['a quoted document', { ...text('x'), citations: [{ type: 'char_location' }] }],
  ['a tool of an MCP server', { type: 'mcp_tool_use', name: 'x', input: {} }],
  ['a container', { type: 'container_upload', file_id: 'f' }],
  ['a summary', { type: 'compaction', content: 'x' }],
  ['a call by code', { ...call('a', {}), caller: { type: 'code_execution_20250825' } }],
  ['a call in a toolset', { ...call('a', {}), toolset_name: 'browser' }],
  ['a block that nobody knows', { type: 'weather', text: 'x' }],
])('%s is as if an unknown tool of the provider had run', (_, block) => {
  const said = [text('Said.'), block, text('Then.')];
  const ran = expect.arrayContaining(['unknown block']);
  const told: string[] = [];
  const reader = streamReader(undefined, (tool) => told.push(tool));
  for (const event of events(said)) reader.event(undefined, JSON.stringify(event));
  for (const reply of [readReply(whole(said)), reader.reply()]) {
    expect(reply).toMatchObject({ ran, stop: 'complete' });
    expect(reply.text).toMatch(/^Said\..*Then\.$/);
  }
  expect(told).toEqual(ran);
});

test('an unknown delta says nothing, and makes a call one that may not be whole', () => {
  const patch = { type: 'content_block_delta', index: 0, delta: { type: 'patch_delta', a: 1 } };
  const patched = (all: readonly object[]): readonly object[] => {
    const end = all.findIndex((event) => 'type' in event && event.type === 'content_block_stop');
    return all.toSpliced(end, 0, patch);
  };
  expect(read(patched(events([text('x')])))).toMatchObject({ text: 'x', stop: 'complete' });
  expect(read(patched(events([call('a', { n: 1 })]))).stop).toBe('truncated');
});

describe('a reply that is not one', () => {
  const start = (block: unknown): object[] => [
    { type: 'message_start', message: {} },
    { type: 'content_block_start', index: 0, content_block: block },
  ];
  const textStart = start({ type: 'text', text: '' });
  const delta = (value: unknown): object => ({
    type: 'content_block_delta',
    index: 0,
    delta: value,
  });

  test.each<[string, readonly unknown[]]>([
    ['an event that is no object', ['x']],
    ['an event without a type', [{}]],
    ['a message that is none', [{ type: 'message_start' }]],
    ['a block that is none', start(undefined)],
    ['a citation that is none', [...textStart, delta({ type: 'citations_delta' })]],
    [
      'a delta of another block',
      [...textStart, delta({ type: 'input_json_delta', partial_json: '{' })],
    ],
    ['a delta without text', [...textStart, delta({ type: 'text_delta' })]],
    ['a delta of no block', [delta({ type: 'text_delta', text: 'x' })]],
    ['an end of no block', [{ type: 'content_block_stop', index: 0 }]],
    ['a call without a name', start({ type: 'tool_use', input: {} })],
  ])('%s is malformed', (_, sent) => {
    expect(() => read(sent)).toThrow(expect.objectContaining({ code: 'upstream_malformed' }));
  });

  test('what is no JSON is malformed', () => {
    expect(() => streamReader(undefined).event('message_start', '<html>')).toThrow(UpstreamError);
  });

  test.each([
    ['rate_limit_error', 429, 'rate_limit_error'],
    ['overloaded_error', 529, 'overloaded_error'],
    ['api_error', 502, 'api_error'],
    ['invalid_request_error', 400, 'invalid_request_error'],
    ['hunter2', 502, 'upstream_failed'],
    [undefined, 502, 'upstream_failed'],
  ])('an error of type %s is a %s, and says nothing of the request', (type, status, code) => {
    const error = { type, message: 'cannot read `hunter2`' };
    const reader = streamReader(undefined);
    const tell = (): void => reader.event('error', JSON.stringify({ type: 'error', error }));
    expect(tell).toThrow(expect.objectContaining({ status, code }));
    expect(tell).not.toThrow(/hunter2/);
  });

  test('anything else is an error of ours, and no crash', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.jsonValue()), (body, blocks) => {
        for (const value of [body, whole(blocks)]) {
          const outcome = outcomeOf(() => readReply(value));
          expect('facts' in outcome || outcome instanceof UpstreamError).toBe(true);
        }
      }),
    );
  });
});

test('a stream and a whole response are the same message', () => {
  const input = fc.dictionary(fc.string(), fc.jsonValue());
  const block = fc.oneof(
    fc.string().map(text),
    fc.tuple(fc.string(), input).map(([name, value]) => call(name, value)),
    fc
      .tuple(fc.string(), fc.string())
      .map(([thinking, signature]): Block => ({ type: 'thinking', thinking, signature })),
    fc.string().map((data): Block => ({ type: 'redacted_thinking', data })),
  );
  fc.assert(
    fc.property(fc.array(block), fc.integer({ min: 1, max: 9 }), (content, size) => {
      expect(read(events(content, 'end_turn', size))).toEqual(readReply(whole(content)));
    }),
  );
});
