import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { startRig, type Rig } from '../gateway/harness.ts';
import { sse, type Fault } from '../upstream/script.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ wait: 0 });
});
afterAll(async () => rig[Symbol.asyncDispose]());

const secret = 'the mail says that Bob is fired';
const parameters = { type: 'object' };
const messages = [{ role: 'user' as const, content: 'Pay Bob.' }];

type Asked = AsyncIterable<unknown> | object;
type Ask = (stream: boolean, more?: { maxRetries: number }) => Promise<Asked>;

/** The same request by the provider's own SDK. */
const clients: Readonly<Record<'chat' | 'responses' | 'messages', Ask>> = {
  chat: async (stream, more) => {
    const tools = [{ type: 'function' as const, function: { name: 'send_money', parameters } }];
    return openai(more).chat.completions.create({ model: 'm', messages, tools, stream });
  },
  responses: async (stream, more) => {
    const tool = { type: 'function' as const, name: 'send_money', parameters, strict: false };
    return openai(more).responses.create({ model: 'm', input: 'Pay Bob.', tools: [tool], stream });
  },
  messages: async (stream, more) => {
    const tools = [{ name: 'send_money', input_schema: { type: 'object' as const } }];
    const client = new Anthropic({ apiKey: rig.key, baseURL: rig.gateway().url, ...retries(more) });
    return client.messages.create({ model: 'm', max_tokens: 9, messages, tools, stream });
  },
};

function openai(more?: { maxRetries: number }): OpenAI {
  return new OpenAI({ apiKey: rig.key, baseURL: `${rig.gateway().url}/v1`, ...retries(more) });
}

const retries = (more = { maxRetries: 0 }): { maxRetries: number } => more;

interface Told {
  readonly status: number | undefined;
  readonly code: unknown;
  readonly message: string;
  readonly header: (name: string) => string | null;
}

/** Reads the error that its SDK throws, as a program would. Throws where there is none. */
async function told(name: keyof typeof clients, stream: boolean, maxRetries = 0): Promise<Told> {
  try {
    const asked = await clients[name](stream, { maxRetries });
    if (Symbol.asyncIterator in asked) for await (const _ of asked);
  } catch (error) {
    const isKnown = error instanceof OpenAI.APIError || error instanceof Anthropic.APIError;
    if (!isKnown) throw error;
    const inner: unknown = error.error;
    const code = error instanceof OpenAI.APIError ? error.code : codeIn(inner);
    const { status, message, headers } = error;
    return { status, code, message, header: (header) => headers?.get(header) ?? null };
  }
  throw new Error('no error was thrown');
}

function codeIn(body: unknown): unknown {
  const match = /"code":"(\w+)"/.exec(JSON.stringify(body));
  return match?.[1];
}

const names = ['chat', 'responses', 'messages'] as const;

interface Case {
  readonly status: number;
  readonly code?: string;
  readonly type?: string;
  readonly message?: string;
  readonly told: { readonly status: number; readonly code: string };
}

const cases: Readonly<Record<string, Case>> = {
  'a conversation that is too long': {
    status: 400,
    code: 'context_length_exceeded',
    told: { status: 400, code: 'context_length_exceeded' },
  },
  'the same in Anthropic’s words': {
    status: 400,
    type: 'invalid_request_error',
    message: `prompt is too long: 210000 tokens > 200000 maximum (${secret})`,
    told: { status: 400, code: 'context_length_exceeded' },
  },
  'a request that is too large': {
    status: 413,
    type: 'request_too_large',
    told: { status: 413, code: 'request_too_large' },
  },
  'a key of ours that is wrong': {
    status: 401,
    told: { status: 401, code: 'upstream_key_refused' },
  },
  'what the key may not': { status: 403, told: { status: 403, code: 'upstream_forbidden' } },
  'an unknown model': {
    status: 404,
    code: 'model_not_found',
    told: { status: 404, code: 'model_not_found' },
  },
  'a field it does not take': {
    status: 400,
    code: 'unsupported_value',
    told: { status: 400, code: 'unsupported_value' },
  },
  'a code that is a text': {
    status: 400,
    code: secret,
    told: { status: 400, code: 'upstream_refused' },
  },
  'a rate': { status: 429, told: { status: 429, code: 'upstream_rate_limited' } },
  'no quota': {
    status: 429,
    code: 'insufficient_quota',
    told: { status: 429, code: 'insufficient_quota' },
  },
  'a fault of its own': { status: 500, told: { status: 502, code: 'upstream_error' } },
  overload: {
    status: 529,
    type: 'overloaded_error',
    told: { status: 529, code: 'overloaded_error' },
  },
};

describe.each(names)('%s', (name) => {
  describe.each([false, true])('streams: %s', (stream) => {
    test.each(Object.entries(cases))('%s keeps its status and its code', async (_, given) => {
      const { status, code = null, type = 'odd', message = secret } = given;
      const error = { message, type, code, param: secret };
      rig.upstream.play(() => ({ fault: 'error', status, body: { type: 'error', error } }));
      const seen = await told(name, stream);
      expect(seen).toMatchObject(given.told);
      expect(seen.message).not.toContain('Bob');
      expect(seen.message).not.toContain('210000');
    });
  });
});

proves('fault/provider-error', async () => {
  const date = new Date(Date.UTC(2030, 0, 1)).toUTCString();
  for (const name of names) {
    const play = (headers: Record<string, string>, status = 429): void =>
      rig.upstream.play(() => ({ fault: 'error', status, headers, body: { error: {} } }));
    play({ 'retry-after': '7', 'retry-after-ms': '6500', 'x-should-retry': 'false' });
    const limited = await told(name, false);
    expect(limited.header('retry-after')).toBe('7');
    expect(limited.header('retry-after-ms')).toBe('6500');
    expect(limited.header('x-should-retry')).toBe('false');
    play({ 'retry-after': date, 'x-request-id': 'req_1', 'request-id': 'req_2' }, 400);
    const dated = await told(name, false);
    expect(dated.header('retry-after')).toBe(date);
    expect(dated.header('x-request-id')).toBe('req_1');
    expect(dated.header('request-id')).toBe('req_2');
    play({ 'retry-after': `soon: ${secret}`, 'x-request-id': secret, 'retry-after-ms': '-1' });
    const odd = await told(name, false);
    for (const header of ['retry-after', 'retry-after-ms']) {
      expect(odd.header(header)).toBeNull();
    }
    // Ours stands in its place.
    expect(odd.header('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  }
});

test.each(names)('%s: what cannot succeed is not tried again by its SDK', async (name) => {
  const errors: readonly (readonly [number, string | null, string])[] = [
    [400, 'context_length_exceeded', 'context_length_exceeded'],
    [401, null, 'upstream_key_refused'],
    [429, 'insufficient_quota', 'insufficient_quota'],
  ];
  for (const [status, code, expected] of errors) {
    rig.upstream.play(() => ({ fault: 'error', status, body: { error: { code } } }));
    const before = rig.upstream.requests.length;
    expect((await told(name, false, 2)).code).toBe(expected);
    expect(rig.upstream.requests.length - before).toBe(1);
  }
});

const event = (type: string, data: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const chunk = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const text = 'Half of an ans';

/** How each protocol begins to answer, and how it says that it cannot go on. */
const begun = {
  chat: chunk({ model: 'm', choices: [{ index: 0, delta: { content: text } }] }),
  responses:
    event('response.created', { response: { model: 'm', status: 'in_progress', output: [] } }) +
    event('response.output_item.added', {
      output_index: 0,
      item: { type: 'message', role: 'assistant', content: [] },
    }) +
    event('response.output_text.delta', { output_index: 0, content_index: 0, delta: text }),
  messages:
    event('message_start', { message: { model: 'm', usage: { input_tokens: 1 } } }) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
} as const;
const message = secret;
const failures = {
  chat: chunk({ error: { message, code: 'rate_limit_exceeded' } }),
  responses: event('response.failed', {
    response: { status: 'failed', error: { code: 'rate_limit_exceeded', message } },
  }),
  messages: event('error', { error: { type: 'rate_limit_error', message } }),
} as const;
const bytes = (given: string): Fault => ({ fault: 'bytes', type: sse, text: given });

proves('fault/cut-stream', async () => {
  for (const name of names) {
    rig.upstream.play(() => bytes(begun[name]));
    const cut = await told(name, true);
    expect([cut.code, cut.message]).toEqual(['upstream_cut', expect.stringContaining('broke off')]);
    rig.upstream.play(() => bytes(begun[name] + failures[name]));
    const failed = await told(name, true);
    expect(failed.code).toMatch(/^rate_limit_/);
    expect(failed.message).not.toContain('Bob');
  }
});

test.each(names)(
  'an error as JSON, at 200, is the provider’s own, streamed or not: %s',
  async (name) => {
    const error = { type: 'error', error: { type: 'rate_limit_error', message: secret } };
    for (const stream of [false, true]) {
      const body = JSON.stringify(error);
      rig.upstream.play(() => ({ fault: 'bytes', type: 'application/json', text: body }));
      const heard = await told(name, stream);
      expect([stream, heard.code]).toEqual([stream, 'rate_limit_error']);
      expect(heard.message).not.toContain(secret);
    }
    // A response that is no error stays as it was: no stream.
    rig.upstream.play(() => ({ fault: 'bytes', type: 'text/html', text: '<html></html>' }));
    expect((await told(name, true)).code).toBe('upstream_unreadable');
  },
);

proves('fault/malformed-call', async () => {
  const call = { tool: 'send_money', args: '{"to":' };
  for (const name of ['chat', 'responses'] as const) {
    rig.upstream.play(() => ({ calls: [call] }));
    const before = rig.upstream.requests.length;
    expect((await told(name, false, 2)).code).toBe('malformed_call');
    expect(rig.upstream.requests.length - before).toBe(2);
    // A model that does better when it is told so is not cut off.
    let left = 1;
    rig.upstream.play(() => ((left -= 1) < 0 ? { text: 'Paid.' } : { calls: [call] }));
    expect(JSON.stringify(await clients[name](false))).toContain('Paid.');
  }
});

test('a call without any arguments is a call, however a server writes none', async () => {
  rig.upstream.play(() => ({ calls: [{ tool: 'send_money', args: '' }] }));
  const before = rig.upstream.requests.length;
  expect(JSON.stringify(await clients.chat(false))).toContain('"arguments":"{}"');
  expect(rig.upstream.requests.length - before).toBe(1);
});

test('a provider’s response of too many values is an error, and the next one is served', async () => {
  const many = `{"model":"m","choices":[${'{},'.repeat(200_000)}{}]}`;
  for (const stream of [false, true]) {
    const type = stream ? sse : 'application/json';
    rig.upstream.play(() => ({ fault: 'bytes', type, text: stream ? `data: ${many}\n\n` : many }));
    expect((await told('chat', stream)).status).toBe(502);
  }
  rig.upstream.play(() => ({ text: 'All is well.' }));
  expect(JSON.stringify(await clients.chat(false))).toContain('All is well.');
});
