import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createParser } from 'eventsource-parser';
import { drafted, text } from '../../../test/chat/transcripts.ts';
import { chatDialect } from '../../../test/upstream/chat.ts';
import type { Reply, Seen } from '../../../test/upstream/script.ts';
import { proves } from '../../testing/proves.ts';
import { UpstreamError } from '../errors.ts';
import type { UpstreamReply } from '../protocol.ts';
import { readReply, streamReader } from './reply.ts';

const seen: Seen = {
  model: 'm',
  stream: true,
  messages: [],
  tools: [],
  body: { stream_options: { include_usage: true } },
};

function ids(prefix: string): string {
  return `${prefix}x`;
}

/** Feeds bytes in pieces of the given sizes, the rest at once. */
function read(events: string, sizes: readonly number[] = []): UpstreamReply & { streamed: string } {
  let streamed = '';
  const reader = streamReader((delta) => (streamed += delta));
  const parser = createParser({ onEvent: ({ event, data }) => reader.event(event, data) });
  const decoder = new TextDecoder();
  let bytes = new TextEncoder().encode(events);
  for (const size of sizes) {
    parser.feed(decoder.decode(bytes.subarray(0, size), { stream: true }));
    bytes = bytes.subarray(size);
  }
  parser.feed(decoder.decode(bytes));
  return { ...reader.reply(), streamed };
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ model: 'm-1', choices })}\n\n`;
}

function calls(...deltas: object[]): string {
  return deltas.map((delta) => chunk({ tool_calls: [delta] })).join('');
}

function whole(message: object, finish: unknown = 'stop'): UpstreamReply {
  return readReply({ model: 'm-1', choices: [{ index: 0, message, finish_reason: finish }] });
}

const done = 'data: [DONE]\n\n';
const end = chunk({}, 'tool_calls') + done;

const scripted: fc.Arbitrary<Reply> = fc
  .record({
    text,
    reasoning: text,
    calls: fc.array(drafted, { maxLength: 3 }),
    usage: fc.record({ input: fc.nat(), output: fc.nat(), cached: fc.nat() }),
    stop: fc.constantFrom('length' as const, 'filter' as const, undefined),
  })
  .map(({ stop, calls: written, ...reply }) => ({
    ...reply,
    calls: written.map(({ tool, args }) =>
      tool === 'shell'
        ? { tool, args: (JSON.parse(args) as { input: string }).input, custom: true }
        : { tool, args },
    ),
    ...(stop && { stop }),
  }));

proves('protocol/any-chunking', () => {
  fc.assert(
    fc.property(scripted, fc.array(fc.nat({ max: 40 })), (reply, sizes) => {
      const events = chatDialect.events(reply, seen, countedIds()).join('');
      const { streamed, ...together } = read(events, sizes);
      expect(together).toEqual(readReply(chatDialect.whole(reply, seen, countedIds())));
      expect(streamed).toBe(together.text);
    }),
  );
});

function countedIds(): (prefix: string) => string {
  let count = 0;
  return (prefix) => `${prefix}${(count += 1)}`;
}

proves('protocol/truncated', () => {
  const call = { tool: 'send', args: '{"to":"bob"}' };
  const events = chatDialect.events({ text: 'Sending it.', calls: [call] }, seen, ids);
  const finish = events.findIndex((event) => event.includes('"finish_reason":"tool_calls"'));
  for (let length = 0; length <= events.length; length += 1) {
    const { stop } = read(events.slice(0, length).join(''));
    expect(stop).toBe(length > finish ? 'complete' : 'truncated');
  }
});

test.each<[string, string, 'complete' | 'truncated']>([
  ['a reason and no end', chunk({ content: 'a' }, 'stop'), 'complete'],
  ['an end and no reason', chunk({ content: 'a' }) + done, 'complete'],
  ['no tokens left', chunk({ content: 'a' }, 'length') + done, 'truncated'],
  ['a filter', chunk({ content: 'a' }, 'content_filter') + done, 'truncated'],
  ['a reason that nobody knows', chunk({ content: 'a' }, 'cosmic_ray') + done, 'truncated'],
  ['nothing at all', '', 'truncated'],
])('%s: the reply is %s', (_, events, stop) => {
  expect(read(events).stop).toBe(stop);
});

test.each([
  ['stop', 'complete'],
  ['tool_calls', 'complete'],
  ['length', 'truncated'],
  [null, 'truncated'],
  [undefined, 'truncated'],
])('a whole response that ends with %s is %s', (finish, stop) => {
  const choice = { message: { content: 'a' }, finish_reason: finish };
  expect(readReply({ choices: [choice] }).stop).toBe(stop);
});

describe('calls in parallel', () => {
  const first = { id: '1', function: { name: 'send', arguments: '{"to":' } };
  const second = { id: '2', function: { name: 'read', arguments: '{}' } };
  const both = [
    { tool: 'send', args: '{"to":"a"}' },
    { tool: 'read', args: '{}' },
  ];

  test.each<[string, string]>([
    [
      'by their index, interleaved',
      calls(
        { index: 0, ...first },
        { index: 1, ...second },
        { index: 0, function: { arguments: '"a"}' } },
      ),
    ],
    [
      'by their ids, where all have index 0',
      calls(
        { index: 0, ...first },
        { index: 0, function: { arguments: '"a"}' } },
        { index: 0, ...second },
      ),
    ],
    [
      'by their names, where there is no id either',
      calls(
        { function: { name: 'send', arguments: '{"to":"a"}' } },
        { function: { name: 'read', arguments: '{}' } },
      ),
    ],
    [
      'by their index, where every piece has the id',
      calls(
        { index: 0, ...first },
        { index: 0, id: '1', function: { arguments: '"a"}' } },
        { index: 1, ...second },
      ),
    ],
  ])('are told apart %s', (_, events) => {
    expect(read(events + end).calls).toEqual(both);
  });

  test('a name in pieces is one name', () => {
    const pieces = calls(
      { index: 0, id: '1', function: { name: 'se' } },
      { index: 0, function: { name: 'nd', arguments: '{}' } },
    );
    expect(read(pieces + end).calls).toEqual([{ tool: 'send', args: '{}' }]);
  });
});

test('chunks without a choice, and after the end, are passed over', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, prompt_tokens_details: null };
  const events = [
    'data: {"choices":[],"prompt_filter_results":[]}\n\n',
    chunk({ role: 'assistant', content: '' }),
    ': OPENROUTER PROCESSING\n\n',
    chunk({ content: 'a' }, 'stop'),
    `data: ${JSON.stringify({ choices: [], usage })}\n\n`,
    done,
    chunk({ content: 'b' }),
  ];
  expect(read(events.join(''))).toEqual({
    text: 'a',
    streamed: 'a',
    calls: [],
    stop: 'complete',
    usage: { inputTokens: 3, outputTokens: 2, cachedInputTokens: 0 },
    facts: { model: 'm-1', stop: 'stop' },
  });
});

test('a refusal is text, and reasoning is kept apart', () => {
  const events = [
    chunk({ reasoning: 'Let me' }),
    chunk({ reasoning: ' see.' }),
    chunk({ refusal: 'I cannot.' }, 'stop'),
  ];
  expect(read(events.join(''))).toMatchObject({
    text: 'I cannot.',
    reasoning: { reasoning: 'Let me see.' },
  });
  expect(whole({ content: null, refusal: 'I cannot.', reasoning: 'Let me see.' })).toMatchObject({
    text: 'I cannot.',
    reasoning: { reasoning: 'Let me see.' },
  });
});

describe('what cannot be read', () => {
  const secret = 'IBAN 12';
  const failures: readonly (readonly [string, () => unknown])[] = [
    ['text that is no response', () => readReply(secret)],
    ['a response without a choice', () => readReply({ choices: [], note: secret })],
    ['a choice without a message', () => readReply({ choices: [{ text: secret }] })],
    ['choices that are no list', () => readReply({ choices: { 0: secret } })],
    ['an error with status 200', () => readReply({ error: { message: secret } })],
    ['content in parts', () => whole({ content: [{ type: 'text', text: secret }] })],
    ['a call that is no object', () => whole({ tool_calls: [secret] })],
    ['the old form of a call', () => whole({ function_call: { name: secret } })],
    ['an event that is not JSON', () => read(`data: {"${secret}\n\n`)],
    ['an error in a stream', () => read(`data: {"error": {"message": "${secret}"}}\n\n`)],
    ['the old form in a stream', () => read(chunk({ function_call: { name: secret } }))],
  ];

  test.each(failures)('%s is an error of the upstream, without its words', (_, run) => {
    let failure: unknown;
    try {
      run();
    } catch (error) {
      failure = error;
    }
    if (!(failure instanceof UpstreamError)) throw new Error('nothing was thrown');
    expect(failure.status).toBe(502);
    expect(failure.message + failure.hint).not.toContain(secret);
  });
});
