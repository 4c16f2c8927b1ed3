import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { responsesDialect } from '../../../../test/upstream/responses.ts';
import type { Reply } from '../../../../test/upstream/script.ts';
import { proves } from '../../../testing/proves.ts';
import { aThought } from '../../../../test/responses/answers.ts';
import { UpstreamError } from '../../errors.ts';
import type { UpstreamReply } from '../../protocol.ts';
import { readReply, streamReader } from './reply.ts';

const seen = responsesDialect.see({ model: 'm', input: 'Hi', stream: true, store: false });

const ids = (): ((prefix: string) => string) => {
  let minted = 0;
  return (prefix) => `${prefix}${(minted += 1)}`;
};

function whole(reply: Reply): unknown {
  return responsesDialect.whole(reply, seen, ids());
}

function events(reply: Reply): readonly string[] {
  return responsesDialect.events(reply, seen, ids());
}

interface Read {
  readonly reply: UpstreamReply;
  readonly streamed: string;
}

/** Feeds the chunks to the parser that the gateway uses. */
function readStream(chunks: Iterable<string>): Read {
  let streamed = '';
  const reader = streamReader((delta) => (streamed += delta));
  const parser = createParser({ onEvent: ({ event, data }) => reader.event(event, data) });
  for (const chunk of chunks) parser.feed(chunk);
  return { reply: reader.reply(), streamed };
}

function failure(read: () => unknown): UpstreamError {
  try {
    read();
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
  throw new Error('the response was read');
}

test('text, calls, reasoning, usage and the facts of a response', () => {
  const reply = readReply(
    whole({
      text: 'So.',
      reasoning: 'Hm',
      calls: [
        { tool: 'send', args: '{"to":"a"}' },
        { tool: 'patch', args: '*** "x"', custom: true },
      ],
      usage: { input: 30, output: 7, cached: 20 },
    }),
  );
  expect(reply).toEqual({
    text: 'So.',
    calls: [
      { tool: 'send', args: '{"to":"a"}' },
      { tool: 'patch', args: JSON.stringify({ input: '*** "x"' }) },
    ],
    stop: 'complete',
    usage: { inputTokens: 30, outputTokens: 7, cachedInputTokens: 20 },
    reasoning: {
      items: [
        {
          kind: 'reasoning',
          item: {
            type: 'reasoning',
            id: expect.stringMatching(/^rs_/),
            summary: [{ type: 'summary_text', text: 'Hm' }],
            encrypted_content: 'gAAAASG0',
          },
        },
        { kind: 'text', characters: 3 },
        { kind: 'call' },
        { kind: 'call' },
      ],
    },
    facts: { model: 'm-2026-01-01', stop: 'completed' },
  });
});

const scripted: fc.Arbitrary<Reply> = fc.record(
  {
    text: fc.string({ unit: 'grapheme' }),
    reasoning: fc.string({ unit: 'grapheme', minLength: 1 }),
    calls: fc.array(
      fc.record({ tool: fc.constantFrom('send', 'patch'), args: fc.json(), custom: fc.boolean() }),
      { maxLength: 3 },
    ),
    stop: fc.constantFrom('length', 'filter'),
  },
  { requiredKeys: [] },
);

proves('protocol/any-chunking', () => {
  fc.assert(
    fc.property(scripted, fc.array(fc.nat({ max: 4000 }), { maxLength: 6 }), (reply, cuts) => {
      const text = events(reply).join('');
      const at = [
        0,
        ...cuts.map((cut) => cut % text.length).toSorted((a, b) => a - b),
        text.length,
      ];
      const chunks = at.slice(1).map((end, index) => text.slice(at[index], end));
      const read = readStream(chunks);
      expect(read.reply).toEqual(readReply(whole(reply)));
      expect(read.streamed).toBe(read.reply.text);
    }),
  );
});

proves('protocol/truncated', () => {
  const reply: Reply = {
    text: 'A longer text.',
    reasoning: 'Hm',
    calls: [{ tool: 'send', args: '{"to":"somebody"}' }],
  };
  const all = events(reply);
  const full = readReply(whole(reply));
  for (const [end] of all.entries()) {
    const { reply: read, streamed } = readStream(all.slice(0, end));
    expect(read.stop).toBe('truncated');
    expect(full.text.startsWith(read.text)).toBe(true);
    expect(streamed).toBe(read.text);
  }
  expect(readStream(all).reply).toEqual(full);
  expect(full.stop).toBe('complete');
});

test.each<[stop: 'length' | 'filter', fact: string]>([
  ['length', 'max_output_tokens'],
  ['filter', 'content_filter'],
])('a response that is incomplete (%s) is truncated', (stop, fact) => {
  const reply: Reply = { text: 'Half', stop };
  for (const read of [readReply(whole(reply)), readStream(events(reply)).reply]) {
    expect(read).toMatchObject({ text: 'Half', stop: 'truncated', facts: { stop: fact } });
  }
});

const message = { type: 'message', role: 'assistant', content: [] };
const completed = { model: 'm', status: 'completed', error: null };
const ends = { type: 'response.completed', response: { ...completed, output: [] } };
const added = (item: object): object => {
  return { type: 'response.output_item.added', output_index: 0, item };
};
const done = (item: object): object => {
  return { type: 'response.output_item.done', output_index: 0, item };
};
const call = { type: 'function_call', call_id: 'c', name: 'send', arguments: '' };

function sse(...sent: readonly object[]): readonly string[] {
  return sent.map((data) => `data: ${JSON.stringify(data)}\n\n`);
}

test('what the deltas left out comes with the end of a text', () => {
  const item = { ...message, content: [{ type: 'output_text', text: 'Hello' }] };
  const delta = { type: 'response.output_text.delta', delta: 'He' };
  expect(readStream(sse(added(message), delta, done(item), ends))).toMatchObject({
    streamed: 'Hello',
    reply: { text: 'Hello', stop: 'complete' },
  });
});

test('a server that sends the end alone is read by it', () => {
  const output = [{ ...message, content: [{ type: 'refusal', refusal: 'No.' }] }];
  const end = { type: 'response.completed', response: { ...completed, output } };
  expect(readStream(sse(end))).toMatchObject({ streamed: 'No.', reply: { text: 'No.' } });
});

test('a call whose arguments did not end is half a call', () => {
  const delta = { type: 'response.function_call_arguments.delta', delta: '{' };
  expect(readStream(sse(added(call), delta, ends)).reply.stop).toBe('truncated');
  const half = { ...call, arguments: '{', status: 'incomplete' };
  expect(readStream(sse(added(call), done(half), ends)).reply.stop).toBe('truncated');
  expect(readStream(sse(added(call), done(call), ends)).reply.stop).toBe('complete');
});

test.each<[why: string, item: object]>([
  ['not done', added(aThought)],
  ['without content', done({ ...aThought, encrypted_content: null })],
])('reasoning that is %s is not kept', (_, event) => {
  expect(readStream(sse(event, ends)).reply).not.toHaveProperty('reasoning');
  expect(readStream(sse(done(aThought), ends)).reply.reasoning).toEqual({
    items: [{ kind: 'reasoning', item: aThought }],
  });
});

test('events that bring no content, and what follows the end, are passed over', () => {
  const { reply } = readStream([
    ...sse({ type: 'keepalive' }, { type: 'response.invented', delta: 'x' }, ends, added({})),
    'data: [DONE]\n\n',
  ]);
  expect(reply).toMatchObject({ text: '', calls: [], stop: 'complete' });
});

function outcome(read: () => unknown): string {
  try {
    read();
    return 'read';
  } catch (error) {
    return error instanceof UpstreamError ? 'refused' : 'crashed';
  }
}

test('whatever the provider sends, it is read or an error of the provider', () => {
  const names = [
    'type',
    'status',
    'output',
    'content',
    'text',
    'delta',
    'item',
    'response',
    'name',
  ];
  const words = ['message', 'completed', 'reasoning', 'function_call', 'output_text', 'x'];
  const types = ['completed', 'output_item.added', 'output_item.done', 'output_text.delta'];
  const { body } = fc.letrec<{ body: object; value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.constantFrom(...words), fc.jsonValue({ maxDepth: 1 })),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('body'),
    ),
    body: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
  }));
  const event = fc
    .tuple(fc.constantFrom(...types), body)
    .map(([type, more]) => ({ ...more, type: `response.${type}` }));
  fc.assert(
    fc.property(body, fc.array(event, { maxLength: 4 }), (received, sent) => {
      expect(['read', 'refused']).toContain(outcome(() => readReply(received)));
      expect(['read', 'refused']).toContain(outcome(() => readStream(sse(...sent))));
    }),
  );
});

proves('protocol/nothing-quoted', () => {
  const secret = 'hunter2';
  const item = { ...message, content: [{ type: 'output_text', text: `${secret}.` }] };
  for (const [status, read] of [
    [502, () => readReply(secret)],
    [502, () => readReply({ output: [] })],
    [502, () => readReply({ ...completed, status: 'failed', error: { message: secret } })],
    [429, () => readReply({ ...completed, error: { code: 'rate_limit_exceeded' } })],
    [502, () => readReply({ ...completed, status: 'cancelled', output: [] })],
    [502, () => readReply({ ...completed, output: secret })],
    [502, () => readReply({ ...completed, output: [{ ...call, arguments: {} }] })],
    [502, () => readStream([`data: ${secret}\n\n`])],
    [502, () => readStream(sse(added(message), added(message)))],
    [502, () => readStream(sse(added(message), done(call)))],
    [502, () => readStream(sse(added(call), done({ ...call, name: secret })))],
    [502, () => readStream(sse({ type: 'response.output_text.delta', delta: secret }))],
    [502, () => readStream(sse({ type: 'response.function_call_arguments.delta', delta: '{' }))],
    [502, () => readStream(sse({ type: 'error', message: secret }))],
    [429, () => readStream(sse({ type: 'error', error: { code: 'rate_limit_exceeded' } }))],
    [
      502,
      () => readStream(sse({ type: 'response.failed', response: { error: { message: secret } } })),
    ],
    [
      502,
      () =>
        readStream(
          sse(
            added(item),
            done(item),
            done(message),
            done({ ...item, content: [{ type: 'output_text', text: 'x' }] }),
          ),
        ),
    ],
  ] satisfies readonly (readonly [number, () => unknown])[]) {
    const error = failure(read);
    expect({ status: error.status, hint: error.hint !== '' }).toEqual({ status, hint: true });
    expect(`${error.message} ${error.hint}`).not.toContain(secret);
  }
});
