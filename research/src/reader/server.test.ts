import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { bill, shop } from '../../test/reader/shop.ts';
import { proves } from '../testing/proves.ts';
import { startReader, type ReaderServer } from './server.ts';

let server: ReaderServer;
beforeAll(async () => {
  server = await startReader({ facts: shop, countBy: 'x-case' });
});
afterAll(() => server.close());

const names = shop.suites['shop']?.tools ?? [];
const prompt = shop.suites['shop']?.userTasks['bill']?.prompt;
const user = { role: 'user', content: [{ type: 'text', text: prompt }] };
const start = [{ role: 'developer', content: [{ type: 'text', text: 'You help.' }] }, user];
const tools = names.map((name) => ({ type: 'function', function: { name, parameters: {} } }));

async function post(
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${server.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const completion = z.object({
  object: z.literal('chat.completion'),
  choices: z.tuple([
    z.object({
      finish_reason: z.string(),
      message: z.object({
        content: z.string().nullable(),
        tool_calls: z
          .array(
            z.object({
              id: z.string(),
              function: z.object({ name: z.string(), arguments: z.string() }),
            }),
          )
          .optional(),
      }),
    }),
  ]),
  usage: z.object({
    prompt_tokens: z.number(),
    completion_tokens: z.number(),
    total_tokens: z.number(),
  }),
});

async function complete(messages: readonly unknown[], model = 'lax') {
  const { text } = await post({ model, messages, tools, tool_choice: 'auto' });
  const { choices, usage } = completion.parse(JSON.parse(text));
  return { ...choices[0], usage };
}

function made(id: string, name: string, args: string) {
  return {
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name, arguments: args } }],
  };
}

describe('Chat Completions', () => {
  proves('reader/server', async () => {
    const first = await complete(start);
    expect(first.message.content).toBeNull();
    expect(first.finish_reason).toBe('tool_calls');
    const [read] = first.message.tool_calls ?? [];
    expect(read?.function).toEqual({ name: 'read_file', arguments: '{"path":"bakery.txt"}' });
    const result = { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: bill }] };
    const before = [...start, made('c1', 'read_file', '{"path":"bakery.txt"}'), result];
    const second = await complete(before, 'reader:strict');
    expect(second.message.tool_calls?.[0]?.function.name).toBe('pay');
    const args = second.message.tool_calls?.[0]?.function.arguments ?? '';
    const paid = { role: 'tool', tool_call_id: 'c2', content: 'ok' };
    const third = await complete([...before, made('c2', 'pay', args), paid]);
    expect(third).toMatchObject({ finish_reason: 'stop', message: { content: 'Done.' } });
  });

  test('usage is counted in tokens', async () => {
    const { usage } = await complete(start);
    const longer = await complete([...start, { role: 'user', content: 'one two three' }]);
    expect(longer.usage.prompt_tokens - usage.prompt_tokens).toBe(3 + 3);
    expect(usage.total_tokens).toBe(usage.prompt_tokens + usage.completion_tokens);
    const special = await post({
      model: 'lax',
      messages: [{ role: 'user', content: '<|endoftext|>' }],
    });
    expect(special.status).toBe(200);
  });

  test('a stream holds the same call, and usage where it is asked for', async () => {
    const options = { stream: true, stream_options: { include_usage: true } };
    const { text } = await post({ model: 'lax', messages: start, tools, ...options });
    const events = text.split('\n\n').flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? []);
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events.slice(0, -1).map((event): unknown => JSON.parse(event));
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { completion_tokens: expect.any(Number) },
    });
    expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
    expect(chunks.at(-3)).toMatchObject({
      object: 'chat.completion.chunk',
      choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'read_file' } }] } }],
    });
  });

  test('a stream of text', async () => {
    const messages = [{ role: 'user', content: 'Something else.' }];
    const { text } = await post({ model: 'lax', messages, stream: true });
    expect(text).toContain('"content":"I do not know this task."');
    expect(text).not.toContain('usage');
  });

  test('generations are counted, by a header too', async () => {
    const before = server.generations();
    await post({ model: 'lax', messages: start }, { 'x-case': 'one' });
    await post({ model: 'lax', messages: start }, { 'x-case': 'two' });
    expect(server.generations() - before).toBe(2);
    expect([server.generations('one'), server.generations('three')]).toEqual([1, 0]);
  });
});

describe('errors are written as OpenAI writes them', () => {
  test.each([
    ['no JSON', '{', 400],
    ['no messages', { model: 'lax', messages: [] }, 400],
    ['a role that is none', { model: 'lax', messages: [{ role: 'king', content: '' }] }, 400],
    ['a model that is none', { model: 'gpt', messages: start }, 404],
    ['a noisy model without a seed', { model: 'noisy', messages: start }, 404],
  ])('%s', async (_, body, status) => {
    const answered = await post(body);
    expect(answered.status).toBe(status);
    expect(JSON.parse(answered.text)).toMatchObject({
      error: {
        message: expect.any(String),
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    });
  });

  test('another route', async () => {
    expect((await fetch(`${server.baseUrl}/embeddings`)).status).toBe(404);
  });
});

test('models are listed', async () => {
  const response = await fetch(`${server.baseUrl}/models`);
  const { data } = z
    .object({ data: z.array(z.object({ id: z.string() })) })
    .parse(await response.json());
  expect(data.map(({ id }) => id)).toEqual(['lax', 'selecting', 'strict']);
});

test('a noisy reader is served by its seed', async () => {
  const { message } = await complete(start, 'reader:noisy-2');
  expect(message.tool_calls).toHaveLength(1);
});
