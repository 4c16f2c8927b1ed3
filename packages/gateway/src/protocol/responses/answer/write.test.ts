import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { OpenAI } from 'openai';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../testing/proves.ts';
import { anAnswer, aRequest, aThought, saying, tools } from '../../../../test/responses/answers.ts';
import type { Answer, ClientRequest, Failure } from '../../protocol.ts';
import { readRequest } from '../request/read.ts';
import { openAiResponses } from '../responses.ts';

/** The server's next events, and how they are cut into chunks. */
interface Plan {
  readonly answer: Answer;
  /** Sent before the answer is known. */
  readonly early: readonly string[];
  readonly failure?: Failure;
  readonly chunkBytes: number;
}

let plan: Plan = { answer: anAnswer(), early: [], chunkBytes: 1_000 };
let server: Server;
let client: OpenAI;

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
      const read = readRequest(JSON.parse(text));
      if (!read.stream) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(openAiResponses.write(read, plan.answer)));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of chunksOf(streamed(read), plan.chunkBytes)) response.write(chunk);
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const baseURL = `http://127.0.0.1:${address.port}/v1`;
  client = new OpenAI({ apiKey: 'k', baseURL, maxRetries: 0, logLevel: 'off' });
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

function streamed(request: ClientRequest): string {
  const writer = openAiResponses.streamWriter(request, plan.answer);
  const { early, failure, answer } = plan;
  return [
    writer.begin(),
    writer.keepAlive(),
    ...early.flatMap((delta) => [writer.text(delta), writer.keepAlive()]),
    failure === undefined ? writer.end(answer) : writer.fail(failure),
  ].join('');
}

function chunksOf(text: string, size: number): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

async function drained(stream: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of stream) count += 1;
  return count;
}

const body = { model: 'client-model', input: 'Hi' } as const;

interface Spoken {
  readonly whole: object;
  readonly raw: object;
  readonly final: object;
  readonly types: readonly string[];
}

/** The same answer, asked for in the three ways of the SDK. */
async function ask(more: object = {}): Promise<Spoken> {
  const whole = await client.responses.create({ ...body, ...more });
  const events: ResponseStreamEvent[] = [];
  for await (const event of await client.responses.create({ ...body, ...more, stream: true })) {
    events.push(event);
  }
  const last = events.at(-1);
  const raw = last !== undefined && 'response' in last ? last.response : {};
  const final = await client.responses.stream({ ...body, ...more }).finalResponse();
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual([...events.keys()]);
  const types = events.map(({ type }) => type.replace('response.', ''));
  return { whole: plainOf(whole), raw: plainOf(raw), final: plainOf(final), types };
}

/** Without what the SDK itself adds. */
function plainOf(response: object): object {
  const own = new Set([
    'parsed',
    'parsed_arguments',
    'output_parsed',
    'output_text',
    '_request_id',
  ]);
  const text = JSON.stringify(response, (key, value: unknown) =>
    own.has(key) ? undefined : value,
  );
  const plain: unknown = JSON.parse(text);
  return typeof plain === 'object' && plain !== null ? plain : {};
}

proves('protocol/streamed-as-whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      saying,
      fc.nat({ max: 40 }),
      fc.integer({ min: 1, max: 200 }),
      async (said, cut, chunkBytes) => {
        const early = said.reasoning === undefined ? [said.text.slice(0, cut)] : [];
        plan = { answer: anAnswer(said), early, chunkBytes };
        const { whole, raw, final } = await ask({ tools });
        expect(raw).toEqual(whole);
        expect(final).toEqual(whole);
      },
    ),
    { numRuns: 40 },
  );
});

test('a whole response', async () => {
  const calls = [
    { id: 'call_1', tool: 'send', args: '{"to":"a"}' },
    { id: 'call_2', tool: 'patch', args: '{"input":"x"}' },
  ];
  const answer = anAnswer({
    text: 'So.',
    calls,
    reasoning: { items: [{ kind: 'reasoning', item: aThought }] },
  });
  plan = { answer, early: [], chunkBytes: 1_000 };
  const { whole, types } = await ask({
    tools,
    metadata: { a: 'b' },
    previous_response_id: 'resp_a_0',
    include: ['reasoning.encrypted_content'],
  });
  expect(whole).toMatchObject({
    id: 'resp_a_1',
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model: 'client-model',
    metadata: { a: 'b' },
    previous_response_id: 'resp_a_0',
    usage: {
      input_tokens: 12,
      input_tokens_details: { cached_tokens: 3 },
      output_tokens: 5,
      total_tokens: 17,
    },
    output: [
      { ...aThought, id: 'rs_a_1_0' },
      {
        id: 'msg_a_1_0',
        type: 'message',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'So.', annotations: [] }],
      },
      {
        id: 'fc_a_1_0',
        type: 'function_call',
        status: 'completed',
        call_id: 'call_1',
        name: 'send',
        arguments: '{"to":"a"}',
      },
      {
        id: 'ctc_a_1_1',
        type: 'custom_tool_call',
        status: 'completed',
        call_id: 'call_2',
        name: 'patch',
        input: 'x',
      },
    ],
  });
  expect(types).toEqual([
    'created',
    'in_progress',
    // Where it is kept open.
    'in_progress',
    'output_item.added',
    'reasoning_summary_part.added',
    'reasoning_summary_text.delta',
    'reasoning_summary_text.done',
    'reasoning_summary_part.done',
    'output_item.done',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'output_item.added',
    'function_call_arguments.delta',
    'function_call_arguments.done',
    'output_item.done',
    'output_item.added',
    'custom_tool_call_input.delta',
    'custom_tool_call_input.done',
    'output_item.done',
    'completed',
  ]);
});

test('reasoning is shown without its encrypted form to whoever did not ask for that', async () => {
  const answer = anAnswer({ reasoning: { items: [{ kind: 'reasoning', item: aThought }] } });
  plan = { answer, early: [], chunkBytes: 1_000 };
  const { whole } = await ask();
  expect(JSON.stringify(whole)).toContain('Thinking of it.');
  expect(JSON.stringify(whole)).not.toContain('gAAAA');
});

test('reasoning stands behind text that went out before the answer was known', async () => {
  const answer = anAnswer({
    text: 'Hello.',
    reasoning: { items: [{ kind: 'reasoning', item: aThought }] },
  });
  plan = { answer, early: ['Hel'], chunkBytes: 7 };
  const { raw, final } = await ask();
  expect(raw).toMatchObject({ output: [{ type: 'message' }, { type: 'reasoning' }] });
  expect(final).toEqual(raw);
});

test.each<[stop: string, reason: string]>([
  ['content_filter', 'content_filter'],
  ['max_output_tokens', 'max_output_tokens'],
  ['', 'max_output_tokens'],
])('an answer that was cut off (%s) is incomplete', async (stop, reason) => {
  const facts = { model: 'provider-model', stop };
  plan = {
    answer: anAnswer({ text: 'Half', stop: 'truncated', facts }),
    early: ['Ha'],
    chunkBytes: 9,
  };
  const { whole, raw, final, types } = await ask();
  expect(whole).toMatchObject({
    status: 'incomplete',
    incomplete_details: { reason },
    output: [{ status: 'incomplete' }],
  });
  expect(raw).toEqual(whole);
  expect(final).toEqual(whole);
  expect(types.at(-1)).toBe('incomplete');
});

const json = { text: { format: { type: 'json_object' } } };

proves('protocol/withheld-is-no-json', async () => {
  plan = { answer: anAnswer({ text: 'Not now.', withheld: true }), early: [], chunkBytes: 50 };
  const asJson = await ask(json);
  const content = [{ type: 'refusal', refusal: 'Not now.' }];
  expect(asJson.whole).toMatchObject({ output: [{ content }] });
  expect(asJson.raw).toEqual(asJson.whole);
  expect(asJson.final).toEqual(asJson.whole);
  const asText = await ask();
  expect(asText.whole).toMatchObject({ output: [{ content: [{ text: 'Not now.' }] }] });
});

test('a text of ours stands behind the text that went out', async () => {
  plan = { answer: anAnswer({ text: 'No.', withheld: true }), early: ['{"a"'], chunkBytes: 50 };
  const { raw, final } = await ask(json);
  const content = [
    { type: 'output_text', text: '{"a"' },
    { type: 'refusal', refusal: 'No.' },
  ];
  expect(raw).toMatchObject({ output: [{ content }] });
  expect(final).toEqual(raw);
  const asText = await ask();
  expect(asText.raw).toMatchObject({ output: [{ content: [{ text: '{"a"\n\nNo.' }] }] });
});

test('an error after the response has begun reaches every client as one', async () => {
  const failure = { status: 502, code: 'upstream_failed', message: 'no answer', hint: 'try again' };
  plan = { answer: anAnswer({ text: 'Hello.' }), early: ['Hel'], failure, chunkBytes: 11 };
  const expected = { code: 'upstream_failed', message: 'no answer (try again)' };
  const stream = await client.responses.create({ ...body, stream: true });
  await expect(drained(stream)).rejects.toMatchObject(expected);
  await expect(client.responses.stream(body).finalResponse()).rejects.toMatchObject(expected);
  const writer = openAiResponses.streamWriter(aRequest(), anAnswer());
  expect(writer.fail(failure)).toContain('"code":"upstream_failed"');
});

test('an answer that takes back what was streamed is a mistake of ours', () => {
  const writer = openAiResponses.streamWriter(aRequest(), anAnswer());
  writer.text('Hello');
  expect(() => writer.end(anAnswer({ text: 'Bye' }))).toThrow('does not begin');
});
