import { createServer, type Server } from 'node:http';
import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../../testing/proves.ts';
import type { Answer, ClientRequest, StreamWriter } from '../../protocol.ts';
import { anthropicMessages } from '../messages.ts';
import { readRequest } from '../request/read.ts';

const base = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
const request = readRequest(base);
const format = { type: 'json_schema', schema: {} };
const structured = readRequest({ ...base, output_config: { format } });

const plain: Answer = {
  id: 'msg_1',
  createdMs: 0,
  model: 'm',
  text: 'Hello, you.',
  withheld: false,
  calls: [],
  stop: 'complete',
  usage: { inputTokens: 10, outputTokens: 7, cachedInputTokens: 4 },
  facts: { model: 'big', stop: 'end_turn' },
  reasoning: undefined,
};
const send = { id: 'call_1', tool: 'send', args: '{"to": "bob"}' };
const read = { id: 'call_2', tool: 'read', args: '{}' };
const thought = { type: 'thinking', thinking: 'hm', signature: 'sig' };
const redacted = { type: 'redacted_thinking', data: 'xyz' };

/** The answer to the next request. */
let answer = plain;
let asked: ClientRequest = request;
let sentFirst = 0;
let server: Server;
let client: Anthropic;

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
    incoming.on('end', () => {
      const type = text.includes('"stream":true') ? 'text/event-stream' : 'application/json';
      outgoing.writeHead(200, { 'content-type': type });
      outgoing.end(
        type === 'text/event-stream'
          ? streamed()
          : JSON.stringify(anthropicMessages.write(asked, answer)),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  client = new Anthropic({ apiKey: 'k', baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 });
});
afterAll(() => server.close());

function writer(): StreamWriter {
  return anthropicMessages.streamWriter(asked, { id: answer.id, createdMs: answer.createdMs });
}

function streamed(): string {
  const written = writer();
  const text = answer.text.slice(0, sentFirst);
  return [
    written.keepAlive(),
    written.begin(),
    written.keepAlive(),
    written.text(text.slice(0, 2)),
    written.keepAlive(),
    written.text(text.slice(2)),
    written.end(answer),
  ].join('');
}

const params: Anthropic.MessageCreateParamsNonStreaming = {
  model: 'm',
  max_tokens: 9,
  messages: [{ role: 'user', content: 'Hi' }],
};

async function whole(): Promise<unknown> {
  return plainOf(await client.messages.create(params));
}

async function final(): Promise<unknown> {
  return plainOf(await client.messages.stream(params).finalMessage());
}

/** A message as JSON, without the field that the SDK adds to what it streams. */
function plainOf(message: Anthropic.Message): unknown {
  return JSON.parse(JSON.stringify({ ...message, parsed_output: undefined }));
}

const text = { type: 'text', text: 'Hello, you.', citations: null };
const sendBlock = {
  type: 'tool_use',
  id: 'call_1',
  name: 'send',
  input: { to: 'bob' },
  caller: { type: 'direct' },
};
const readBlock = { ...sendBlock, id: 'call_2', name: 'read', input: {} };
const facts = (stop: string) => ({ facts: { model: 'big', stop } });

const answers: readonly [string, Partial<Answer>, object][] = [
  ['text', {}, { content: [text], stop_reason: 'end_turn' }],
  [
    'calls',
    { text: '', calls: [send, read] },
    {
      content: [sendBlock, readBlock],
      stop_reason: 'tool_use',
    },
  ],
  ['both', { calls: [send] }, { content: [text, sendBlock], stop_reason: 'tool_use' }],
  ['nothing', { text: '' }, { content: [], stop_reason: 'end_turn' }],
  ['reasoning', { reasoning: [thought, redacted] }, { content: [thought, redacted, text] }],
  ['reasoning of another protocol', { reasoning: [{ type: 'reasoning' }] }, { content: [text] }],
  [
    'an answer cut short',
    { stop: 'truncated', ...facts('max_tokens') },
    {
      stop_reason: 'max_tokens',
    },
  ],
  ['an answer broken off', { stop: 'truncated', ...facts('') }, { stop_reason: 'max_tokens' }],
  [
    'a refusal of the model',
    { stop: 'truncated', ...facts('refusal') },
    {
      stop_reason: 'refusal',
      stop_details: null,
    },
  ],
  ['calls that were refused since', facts('tool_use'), { stop_reason: 'end_turn' }],
  ['a text of ours', { withheld: true, ...facts('tool_use') }, { stop_reason: 'end_turn' }],
  [
    'a sequence that stopped it',
    facts('stop_sequence'),
    {
      stop_reason: 'stop_sequence',
      stop_sequence: null,
    },
  ],
];

describe.each(answers)('%s', (_, more, expected) => {
  const written = { ...plain, ...more };

  test('is what the SDK reads, whole and streamed', async () => {
    asked = request;
    answer = written;
    sentFirst = 0;
    const message = await whole();
    expect(message).toMatchObject({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      usage: { input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 7 },
      ...expected,
    });
    expect(await final()).toEqual(message);
  });
});

test('the only sequence that can have stopped it is named', () => {
  const named = readRequest({ ...base, stop_sequences: ['END'] });
  const stopped = { ...plain, ...facts('stop_sequence') };
  expect(anthropicMessages.write(named, stopped)).toMatchObject({ stop_sequence: 'END' });
  const two = readRequest({ ...base, stop_sequences: ['END', 'STOP'] });
  expect(anthropicMessages.write(two, stopped)).toMatchObject({ stop_sequence: null });
});

test('where JSON was asked for, a text of ours is no part of the content', async () => {
  asked = structured;
  answer = { ...plain, text: 'Not allowed.', withheld: true };
  sentFirst = 0;
  const message = await whole();
  expect(message).toMatchObject({
    content: [],
    stop_reason: 'refusal',
    stop_details: { type: 'refusal', category: null, explanation: 'Not allowed.' },
  });
  expect(await final()).toEqual(message);
});

test('reasoning stands behind text that went out already', async () => {
  asked = request;
  answer = { ...plain, reasoning: [thought, redacted], calls: [send] };
  sentFirst = 5;
  expect(await final()).toMatchObject({ content: [text, thought, redacted, sendBlock] });
});

test('a text of ours stands behind text that went out already, and other text never does', () => {
  const written = writer();
  written.begin();
  written.text('Hel');
  expect(() => written.end({ ...plain, text: 'Bye.' })).toThrow('does not begin with');
  const refused = writer();
  refused.text('Hel');
  expect(refused.end({ ...plain, text: 'Bye.', withheld: true })).toContain('\\n\\nBye.');
});

test('arguments that are no object never go out', () => {
  for (const args of ['', '[1]', '{"half', '"x"']) {
    const broken = { ...plain, calls: [{ ...send, args }] };
    expect(() => anthropicMessages.write(request, broken)).toThrow('no JSON object');
    expect(() => writer().end(broken)).toThrow('no JSON object');
  }
});

test('the arguments go out byte for byte', () => {
  const args = '{ "n": 12345678901234567890, "e": 1e400 }';
  const events = writer().end({ ...plain, calls: [{ ...send, args }] });
  expect(events).toContain(`"partial_json":${JSON.stringify(args)}`);
});

proves('messages/sdk-reads-it', async () => {
  const input = fc.dictionary(fc.string(), fc.jsonValue());
  const call = fc
    .tuple(fc.string(), input)
    .map(([tool, value]) => ({ id: 'call_1', tool, args: JSON.stringify(value) }));
  const reasoning = fc.array(
    fc.oneof(
      fc.record({
        type: fc.constant('thinking'),
        thinking: fc.string(),
        signature: fc.string(),
      }),
      fc.record({ type: fc.constant('redacted_thinking'), data: fc.string() }),
    ),
  );
  const anyAnswer = fc.record({
    text: fc.string({ unit: 'grapheme' }),
    withheld: fc.boolean(),
    calls: fc.array(call, { maxLength: 3 }),
    stop: fc.constantFrom<Answer['stop']>('complete', 'truncated'),
    usage: fc.record({
      inputTokens: fc.nat(),
      outputTokens: fc.nat(),
      cachedInputTokens: fc.nat(),
    }),
    reasoning: fc.option(reasoning, { nil: undefined }),
    facts: fc.option(
      fc.string().map((stop) => ({ model: 'big', stop })),
      { nil: undefined },
    ),
  });
  asked = request;
  await fc.assert(
    fc.asyncProperty(anyAnswer, fc.nat({ max: 5 }), async (more, first) => {
      answer = { ...plain, ...more };
      // Text that went out first stands before reasoning, where there is any.
      sentFirst = more.reasoning === undefined ? first : 0;
      expect(await final()).toEqual(await whole());
    }),
    { numRuns: 60 },
  );
});

describe('a failure', () => {
  const failure = { status: 400, code: 'unknown_field', message: 'no', hint: 'leave it out' };

  test.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [403, 'permission_error'],
    [404, 'not_found_error'],
    [409, 'invalid_request_error'],
    [413, 'request_too_large'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [502, 'api_error'],
    [529, 'overloaded_error'],
  ])('with status %i is of type %s', (status, type) => {
    expect(anthropicMessages.writeFailure({ ...failure, status })).toEqual({
      type: 'error',
      error: { type, message: 'no (leave it out)', code: 'unknown_field', hint: 'leave it out' },
    });
  });

  test('in a stream is an error of the SDK', async () => {
    const written = writer();
    const sent = written.begin() + written.text('Hel') + written.fail({ ...failure, status: 529 });
    const fetched = new Anthropic({
      apiKey: 'k',
      maxRetries: 0,
      fetch: () =>
        Promise.resolve(new Response(sent, { headers: { 'content-type': 'text/event-stream' } })),
    });
    await expect(fetched.messages.stream(params).finalMessage()).rejects.toThrow(
      'overloaded_error',
    );
  });
});
