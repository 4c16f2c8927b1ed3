import { ApiError, GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endMark } from '../../src/protocol/gemini/marks.ts';
import { proves } from '../../src/testing/proves.ts';
import type { Fault } from '../upstream/script.ts';
import { mailPolicy, startRig, type Rig } from './harness.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ wait: 0 });
});
afterAll(async () => rig[Symbol.asyncDispose]());

const contents = [{ role: 'user', parts: [{ text: 'Hi.' }] }];
const models = '/v1beta/models';
const asking = `${models}/gemini-3-pro:generateContent`;

async function send(path: string, headers: Record<string, string>, body?: unknown) {
  const method = body === undefined ? 'GET' : 'POST';
  const init = { method, headers: { 'content-type': 'application/json', ...headers } };
  const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) };
  const response = await fetch(rig.gateway().url + path, sent);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

function sdk(): GoogleGenAI {
  return new GoogleGenAI({ apiKey: rig.key, httpOptions: { baseUrl: rig.gateway().url } });
}

describe('a client’s key', () => {
  proves('gemini/key-in-query', async () => {
    const before = rig.upstream.requests.length;
    for (const path of [`${asking}?key=${rig.key}`, `${asking}?alt=json&key=${rig.key}`]) {
      expect(await send(path, {}, { contents })).toMatchObject({ status: 200 });
    }
    const stream = `${models}/m:streamGenerateContent?key=${rig.key}&alt=sse`;
    expect((await send(stream, {}, { contents })).text).toContain('data: ');
    expect((await send(`${models}/m:predict?key=${rig.key}`, {}, { contents })).status).toBe(404);
    const sent = rig.upstream.requests.slice(before);
    expect(sent.map(({ path }) => path)).toEqual([
      asking,
      asking,
      `${models}/m:streamGenerateContent?alt=sse`,
    ]);
    expect(JSON.stringify([sent, rig.log])).not.toContain(rig.key);
    expect(sent.every(({ headers }) => headers['x-goog-api-key'] === rig.upstream.key)).toBe(true);
  });

  test('stands in a header, too', async () => {
    const bearer = { authorization: `Bearer ${rig.key}` };
    for (const headers of [{ 'x-goog-api-key': rig.key }, bearer]) {
      expect(await send(asking, headers, { contents })).toMatchObject({ status: 200 });
    }
  });

  test.each([
    ['none', '', {}],
    ['two that differ', '?key=sk-sluice-x', {}],
    ['two in the query', '?key=a&key=b', {}],
  ])('%s is a 401 in the words of the protocol', async (name, query) => {
    const headers: Record<string, string> = name === 'none' ? {} : { 'x-goog-api-key': rig.key };
    const { status, text } = await send(asking + query, headers, { contents });
    expect(status).toBe(401);
    expect(JSON.parse(text)).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } });
  });
});

describe('addresses', () => {
  test('models are listed, and one is looked up', async () => {
    const key = { 'x-goog-api-key': rig.key };
    expect((await send(`${models}?pageSize=5`, key)).status).toBe(404); // the provider's word for it
    expect((await send('/v1/models', key)).text).toContain('scripted');
    expect(rig.upstream.requests.slice(-2).map(({ path }) => path)).toEqual([
      `${models}?pageSize=5`,
      '/v1/models',
    ]);
    await send(`${models}/gemini-3-pro`, key);
    expect(rig.upstream.requests.at(-1)?.path).toBe(`${models}/gemini-3-pro`);
  });

  test('tokens are counted by the SDK, of a piece of a conversation too', async () => {
    const ai = sdk();
    const { totalTokens } = await ai.models.countTokens({ model: 'm', contents });
    expect(totalTokens).toBeGreaterThan(0);
    const functionResponse = { id: 'x', name: 'f', response: { output: 'x' } };
    const piece = [{ role: 'user', parts: [{ functionResponse }] }];
    expect(
      (await ai.models.countTokens({ model: 'm', contents: piece })).totalTokens,
    ).toBeGreaterThan(0);
  });

  test('embeddings are a 404 with a hint, as for every protocol', async () => {
    const asked: unknown = await sdk()
      .models.embedContent({ model: 'm', contents: 'Hi.' })
      .catch((error: unknown) => error);
    expect(asked).toBeInstanceOf(ApiError);
    expect(asked).toMatchObject({ status: 404, message: expect.stringContaining('not guard') });
    const others = ['/v1/embeddings', '/openai/deployments/e/embeddings?api-version=1'];
    for (const path of others) {
      const bearer = { authorization: `Bearer ${rig.key}` };
      const { status, text } = await send(path, bearer, { input: 'Hi.' });
      expect([status, text]).toEqual([404, expect.stringContaining('not guard')]);
    }
  });

  test('a stream that is no stream of events is refused with what to write', async () => {
    const path = `${models}/m:streamGenerateContent`;
    const { status, text } = await send(path, { 'x-goog-api-key': rig.key }, { contents });
    expect(status).toBe(400);
    expect(text).toContain('alt=sse');
  });
});

const secret = 'the mail says that Bob is fired';

/** What the provider says, and what the client is told. */
const errors: Readonly<Record<string, readonly [Fault & { fault: 'error' }, object]>> = {
  'a rate, and when to come again': [
    fails(429, 'RESOURCE_EXHAUSTED', { details: [{ retryDelay: '34.07s' }] }),
    { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{}, { retryDelay: '35s' }] },
  ],
  'a quota for the day': [
    fails(429, 'RESOURCE_EXHAUSTED', {
      details: [{ violations: [{ quotaId: 'RequestsPerDay-FreeTier' }] }],
    }),
    { code: 429, details: [{}, { violations: [{ quotaId: 'PerDay' }] }] },
  ],
  'a conversation that is too long': [
    fails(400, 'INVALID_ARGUMENT', {
      message: 'The input token count (9) exceeds the maximum number',
    }),
    { code: 400, message: expect.stringContaining('prompt is too long') },
  ],
  'a key of ours that is wrong': [
    fails(400, 'INVALID_ARGUMENT', { details: [{ reason: 'API_KEY_INVALID' }] }),
    { code: 400, message: expect.stringContaining('the gateway’s key, not the client’s') },
  ],
  overload: [fails(503, 'UNAVAILABLE'), { code: 503, status: 'UNAVAILABLE' }],
  'a fault of its own': [fails(500, 'INTERNAL'), { code: 502, status: 'INTERNAL' }],
};

interface Said {
  readonly details?: readonly object[];
  readonly message?: string;
}

function fails(
  code: number,
  status: string,
  { details = [], message = secret }: Said = {},
): Fault & { fault: 'error' } {
  return { fault: 'error', status: code, body: { error: { code, status, message, details } } };
}

test('Google’s door for OpenAI’s clients gives errors in a list', async () => {
  const { body } = fails(400, 'INVALID_ARGUMENT', {
    message: 'input token count exceeds the maximum',
  });
  const text = JSON.stringify([body]);
  const type = 'application/json';
  rig.upstream.play(() => ({ fault: 'error', status: 400, body: JSON.parse(text) }));
  const bearer = { authorization: `Bearer ${rig.key}`, 'content-type': type };
  const asked = { model: 'gemini-3-pro', messages: [{ role: 'user', content: 'Hi.' }] };
  const given = await send('/v1/chat/completions', bearer, asked);
  expect(JSON.parse(given.text)).toMatchObject({ error: { code: 'context_length_exceeded' } });
  rig.upstream.play(() => ({ text: 'Hello.' }));
});

describe.each([false, true])('an error of the provider’s (stream: %s)', (stream) => {
  test.each(Object.entries(errors))('%s keeps its meaning', async (_, [fault, told]) => {
    rig.upstream.play(() => fault);
    const verb = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const path = `${models}/m:${verb}`;
    const { status, text } = await send(path, { 'x-goog-api-key': rig.key }, { contents });
    const given: unknown = JSON.parse(text);
    expect(given).toMatchObject({ error: told });
    expect(status).toBe(Object(given).error.code);
    expect(text).not.toContain(secret);
    rig.upstream.play(() => ({ text: 'Hello.' }));
  });
});

test('a search that no policy names is left out, and the client is told', async () => {
  const body = { contents, tools: [{ googleSearch: {}, codeExecution: {} }] };
  const { status, headers } = await send(asking, { 'x-goog-api-key': rig.key }, body);
  expect(status).toBe(200);
  expect(headers.get('x-sluice-dropped')?.split(', ').toSorted()).toEqual([
    'tools[].codeExecution',
    'tools[]:web_search',
  ]);
  expect(rig.upstream.requests.at(-1)?.body).not.toHaveProperty('tools');
});

test('a search that the policy names is made, labelled, and shown to the client', async () => {
  const named = `providerTools:\n  web_search: { ceiling: untrusted, result: untrusted }\ntools:`;
  const policy = mailPolicy.replace('tools:', named).replace(', withLinks: trusted', '');
  await using searching = await startRig({ policy, wait: 0 });
  const url = 'https://news.example/lakes';
  const ai = new GoogleGenAI({
    apiKey: searching.key,
    httpOptions: { baseUrl: searching.gateway().url },
  });
  const parametersJsonSchema = { type: 'object' };
  const functionDeclarations = [{ name: 'send_money', parametersJsonSchema }];
  const chat = ai.chats.create({
    model: 'm',
    config: { tools: [{ googleSearch: {} }, { functionDeclarations }] },
  });
  const search = { query: 'lakes', url };
  searching.upstream.play(() => ({ text: 'A lake is water.', search }));
  const { text, candidates = [] } = await chat.sendMessage({ message: 'What is a lake?' });
  expect(text).toBe('A lake is water.');
  expect(candidates[0]?.groundingMetadata?.webSearchQueries).toEqual(['lakes']);
  expect(searching.upstream.requests[0]?.body['tools']).toContainEqual({ googleSearch: {} });
  // What was found has a part in the call: a person is asked.
  searching.upstream.play(() => ({ calls: [{ tool: 'send_money', args: '{}' }], search }));
  const { functionCalls = [] } = await chat.sendMessage({ message: 'Pay.' });
  expect(functionCalls).toEqual([]);
  expect(await searching.questions()).toHaveLength(1);
});

test('in `log` mode our marks do not reach the provider, and everything else does', async () => {
  await using logging = await startRig({ profile: '    mode: log' });
  const said = { role: 'model', parts: [{ text: 'Yes.', thoughtSignature: endMark }] };
  const body = { contents: [...contents, said, ...contents], future: 1 };
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': logging.key };
  const init = { method: 'POST', headers };
  const address = `${logging.gateway().url}${asking}`;
  await fetch(address, { ...init, body: JSON.stringify(body) });
  const [sent] = logging.upstream.requests;
  expect(sent?.text).toBe(
    JSON.stringify(body).replace(endMark, 'skip_thought_signature_validator'),
  );
});
