import { createServer, type Server } from 'node:http';
import OpenAI from 'openai';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { custom, drafted, text, tools } from '../../../test/chat/transcripts.ts';
import { proves } from '../../testing/proves.ts';
import type { Answer, ClientRequest, Failure } from '../protocol.ts';
import { chatCompletions } from './chat-completions.ts';
import { Place } from '../shared/place.ts';

/** The provider's own SDK reads what we write, from a server that plays the bytes. */

let served: { readonly status: number; readonly type: string; readonly body: string };
let server: Server;
let client: OpenAI;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(served.status, { 'content-type': served.type });
    response.end(served.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const baseURL = `http://127.0.0.1:${address.port}/v1`;
  client = new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const usage = { inputTokens: 9, outputTokens: 4, cachedInputTokens: 5 };
const base: Answer = {
  id: 'chatcmpl-1',
  createdMs: 1_700_000_000_999,
  model: 'm',
  text: 'Hello.',
  withheld: false,
  calls: [],
  stop: 'complete',
  usage,
  facts: { model: 'm-1', stop: 'stop' },
  reasoning: undefined,
};
const read = { id: 'c1', tool: 'read_mail', args: '{"n":1}' };
const shell = { id: 'c2', tool: 'shell', args: '{"input":"ls \\"a\\""}' };

const { report } = Place.body();

function request(more: Partial<ClientRequest> = {}): ClientRequest {
  const params = { stream_options: { include_usage: true } };
  const rest = { stream: true, structured: false, previous: undefined, report, params };
  return { model: 'm', messages: [], tools, custom, ...rest, ...more };
}

const body = { model: 'm', messages: [] };

async function asWhole(answer: Answer, asked: ClientRequest): Promise<OpenAI.ChatCompletion> {
  const written = chatCompletions.write(asked, answer);
  served = { status: 200, type: 'application/json', body: JSON.stringify(written) };
  return client.chat.completions.create(body);
}

function bytes(answer: Answer, asked: ClientRequest, pieces: readonly string[]): string {
  const writer = chatCompletions.streamWriter(asked, answer);
  const texts = pieces.map((piece) => writer.text(piece) + writer.keepAlive());
  return [writer.begin(), ...texts, writer.end(answer)].join('');
}

async function asStream(
  answer: Answer,
  asked: ClientRequest,
  pieces: readonly string[] = [],
): Promise<OpenAI.ChatCompletion> {
  served = { status: 200, type: 'text/event-stream', body: bytes(answer, asked, pieces) };
  return client.chat.completions.stream(body).finalChatCompletion();
}

/** The completion without the fields that the SDK adds, and with one form of "none". */
function plain(completion: OpenAI.ChatCompletion): unknown {
  const { choices, ...rest } = completion;
  return JSON.parse(
    JSON.stringify({
      ...rest,
      choices: choices.map(({ message, ...choice }) => ({
        ...choice,
        message: { ...message, parsed: undefined, tool_calls: message.tool_calls?.map(unparsed) },
      })),
    }),
  );
}

function unparsed(call: OpenAI.ChatCompletionMessageToolCall): unknown {
  if (call.type !== 'function') return call;
  return { ...call, function: { ...call.function, parsed_arguments: undefined } };
}

describe.each<[string, Answer, Partial<ClientRequest>]>([
  ['text', base, {}],
  ['no text', { ...base, text: '' }, {}],
  ['calls in parallel, one of them custom', { ...base, text: '', calls: [read, shell] }, {}],
  ['text and a call', { ...base, calls: [read] }, {}],
  ['reasoning', { ...base, reasoning: { reasoning_content: 'hm' } }, {}],
  ['text that broke off', { ...base, stop: 'truncated' }, {}],
  ['a text of ours', { ...base, withheld: true }, {}],
  [
    'an empty text of ours in place of JSON',
    { ...base, text: '', withheld: true },
    { structured: true },
  ],
  ['a text of ours in place of JSON', { ...base, withheld: true }, { structured: true }],
])('%s', (_, answer, more) => {
  test('is the same answer streamed and whole', async () => {
    const whole = await asWhole(answer, request(more));
    expect(plain(await asStream(answer, request(more)))).toEqual({
      ...(plain(whole) as object),
      object: 'chat.completion',
    });
    expect(whole).toMatchObject({ id: 'chatcmpl-1', created: 1_700_000_000, model: 'm' });
    expect(whole.usage).toMatchObject({ prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 });
  });
});

test('what the SDK reads is what was answered', async () => {
  const { choices } = await asWhole({ ...base, calls: [read, shell] }, request());
  expect(choices[0]).toMatchObject({
    finish_reason: 'tool_calls',
    message: {
      content: 'Hello.',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'read_mail', arguments: '{"n":1}' } },
        { id: 'c2', type: 'custom', custom: { name: 'shell', input: 'ls "a"' } },
      ],
    },
  });
});

proves('protocol/streamed-as-whole', async () => {
  const answers = fc.record({
    text,
    reasoning: fc.option(text.map((value) => ({ reasoning_content: value }))),
    withheld: fc.boolean(),
    calls: fc.array(drafted, { maxLength: 3 }),
    stop: fc.constantFrom('complete' as const, 'truncated' as const),
    cuts: fc.array(fc.nat({ max: 8 }), { maxLength: 4 }),
    structured: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(answers, async ({ cuts, structured, calls, ...more }) => {
      const numbered = calls.map((call, index) => ({ ...call, id: `c${index}` }));
      const answer = { ...base, ...more, calls: numbered };
      const asked = request({ structured });
      // Nothing of a text of ours is known before it stands in an answer.
      const pieces = more.withheld ? [] : piecesOf(more.text, cuts);
      const whole = plain(await asWhole(answer, asked));
      expect(plain(await asStream(answer, asked, pieces))).toEqual(whole);
    }),
    { numRuns: 100 },
  );
});

function piecesOf(all: string, cuts: readonly number[]): readonly string[] {
  let rest = all;
  return cuts.map((size) => {
    const piece = rest.slice(0, size);
    rest = rest.slice(size);
    return piece;
  });
}

proves('protocol/withheld-is-no-json', async () => {
  const answer = { ...base, text: 'Waiting for a person.', withheld: true };
  const asked = request({ structured: true });
  for (const completion of [await asWhole(answer, asked), await asStream(answer, asked)]) {
    const message = completion.choices[0]?.message;
    expect(message).toMatchObject({ content: null, refusal: 'Waiting for a person.' });
  }
  const honest = await asWhole({ ...answer, withheld: false }, asked);
  expect(honest.choices[0]?.message).toMatchObject({ refusal: null });
});

test.each([
  ['a reason of ours', { ...base, stop: 'truncated' as const, facts: undefined }, 'length'],
  [
    'a filter',
    { ...base, stop: 'truncated' as const, facts: { model: 'm', stop: 'content_filter' } },
    'content_filter',
  ],
  ['whole calls', { ...base, stop: 'truncated' as const, calls: [read] }, 'tool_calls'],
])('the end of %s', async (_, answer, finish) => {
  const { choices } = await asWhole(answer, request());
  expect(choices[0]?.finish_reason).toBe(finish);
});

test('usage is sent as a chunk only to who asked for it', async () => {
  const quiet = request({ params: {} });
  expect((await asStream(base, quiet)).usage).toBeUndefined();
  expect(bytes(base, quiet, [])).not.toContain('usage');
  expect((await asStream(base, request())).usage).toMatchObject({ prompt_tokens: 9 });
});

test('an error in the middle of a stream is an error to the SDK', async () => {
  const writer = chatCompletions.streamWriter(request(), base);
  const failure: Failure = { status: 502, code: 'c', message: 'it broke', hint: 'try again' };
  const broken = writer.begin() + writer.text('Hel') + writer.fail(failure);
  served = { status: 200, type: 'text/event-stream', body: broken };
  const stream = client.chat.completions.stream(body);
  await expect(stream.finalChatCompletion()).rejects.toThrow('it broke (try again)');
});

test.each([
  [400, OpenAI.BadRequestError, 'invalid_request_error'],
  [401, OpenAI.AuthenticationError, 'authentication_error'],
  [403, OpenAI.PermissionDeniedError, 'permission_error'],
  [429, OpenAI.RateLimitError, 'rate_limit_error'],
  [502, OpenAI.InternalServerError, 'server_error'],
])('a failure of status %i is the error of that kind', async (status, kind, type) => {
  const failure: Failure = {
    status,
    code: 'unknown_field',
    message: 'unknown `a`',
    hint: 'leave it',
  };
  const written = JSON.stringify(chatCompletions.writeFailure(failure));
  served = { status, type: 'application/json', body: written };
  const error: unknown = await client.chat.completions
    .create(body)
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(kind);
  expect(error).toMatchObject({ code: 'unknown_field', type });
  expect(String(error)).toContain('unknown `a` (leave it)');
});
