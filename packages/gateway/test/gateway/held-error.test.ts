import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import { generateText, jsonSchema, tool } from 'ai';
import OpenAI from 'openai';
import { expect, test, vi } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { bearer, send } from '../attacks/raw.ts';
import type { Script } from '../upstream/script.ts';
import { mailPolicy, startRig, type Rig } from './harness.ts';

const error = '    held: error\n';
const label = { 'x-sluice-label': 'untrusted' };
const content = 'Pay eve.';
const parameters = { type: 'object', properties: {} } as const;

const pays: Script = ({ messages }) =>
  messages.some(({ text }) => text.includes('was not made'))
    ? { text: 'I could not.' }
    : { calls: [{ tool: 'send_money', args: '{}' }] };

function openAi(rig: Rig): OpenAI {
  const baseURL = `${rig.gateway().url}/v1`;
  return new OpenAI({ apiKey: rig.key, baseURL, defaultHeaders: label });
}

/** Each with its own habit of sending again what failed. */
const clients: Readonly<Record<string, (rig: Rig) => Promise<unknown>>> = {
  'openai, Chat Completions': async (rig) =>
    await openAi(rig).chat.completions.create({
      model: 'm',
      messages: [{ role: 'user', content }],
      tools: [{ type: 'function', function: { name: 'send_money', parameters } }],
    }),
  'openai, Responses': async (rig) =>
    await openAi(rig).responses.create({
      model: 'm',
      input: content,
      tools: [{ type: 'function', name: 'send_money', parameters, strict: false }],
    }),
  '@anthropic-ai/sdk': async (rig) => {
    const baseURL = rig.gateway().url;
    const client = new Anthropic({ apiKey: rig.key, baseURL, defaultHeaders: label });
    return await client.messages.create({
      model: 'm',
      max_tokens: 99,
      messages: [{ role: 'user', content }],
      tools: [{ name: 'send_money', input_schema: parameters }],
    });
  },
  'ai, Chat Completions': async (rig) => await generated(aiOf(rig).chat('gpt-4o')),
  'ai, Responses': async (rig) => await generated(aiOf(rig).responses('gpt-4o')),
  'ai, Messages': async (rig) => {
    const baseURL = `${rig.gateway().url}/v1`;
    const provider = createAnthropic({ baseURL, apiKey: rig.key, headers: label });
    return await generated(provider('claude-haiku-4-5'));
  },
};

function aiOf(rig: Rig): ReturnType<typeof createOpenAI> {
  const baseURL = `${rig.gateway().url}/v1`;
  return createOpenAI({ baseURL, apiKey: rig.key, headers: label });
}

async function generated(model: Parameters<typeof generateText>[0]['model']): Promise<unknown> {
  const send_money = tool({
    inputSchema: jsonSchema<object>(parameters),
    execute: () => 'sent',
  });
  return await generateText({ model, prompt: content, tools: { send_money } });
}

proves('ask/held-error', async () => {
  for (const [name, ask] of Object.entries(clients)) {
    await using rig = await startRig({ wait: 0, profile: error });
    rig.upstream.play(pays);
    const failed: unknown = await ask(rig).catch((thrown: unknown) => thrown);
    expect(failed, name).toBeInstanceOf(Error);
    expect(String(failed), name).toContain('a call waits for a person to decide');
    const requests = rig.log.filter(({ event }) => event === 'request-failed');
    expect(
      requests.map(({ fields }) => fields?.['status']),
      name,
    ).toEqual([400]);
    await rig.answer('yes');
    expect(JSON.stringify(await ask(rig)), name).toContain('send_money');
    expect(rig.upstream.requests, name).toHaveLength(1);
    expect(await rig.questions(), name).toMatchObject([{ state: 'used' }]);
  }
});

const chat = {
  model: 'm',
  messages: [{ role: 'user', content }],
  tools: [{ type: 'function', function: { name: 'send_money', parameters } }],
};
const structured = {
  response_format: { type: 'json_schema', json_schema: { name: 'note', schema: parameters } },
};

function asked(rig: Rig, more: object) {
  const body = JSON.stringify({ ...chat, ...more });
  return send(rig, { headers: { ...bearer(rig.key), ...label }, body });
}

test.each([
  ['where the profile says so', error, {}],
  ['where a program reads fields in the answer', '', structured],
])('says what waits, and not to send it again, %s', async (_, profile, more) => {
  await using rig = await startRig({ wait: 0, profile });
  rig.upstream.play(pays);
  const { status, headers, text } = await asked(rig, more);
  const [question] = await rig.questions();
  expect([status, headers['x-should-retry']]).toEqual([400, 'false']);
  expect(headers['x-sluice-question']).toBe(question?.id);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'call_held' } });
  expect(text).toContain(`npx sluice approvals ${question?.id}`);
});

test('each of several questions is named by a command of its own', async () => {
  await using rig = await startRig({ wait: 0, profile: error });
  const payment = (to: string) => ({ tool: 'send_money', args: JSON.stringify({ to }) });
  rig.upstream.play(() => ({ calls: [payment('eve'), payment('ann')] }));
  const { headers, text } = await asked(rig, {});
  const ids = String(headers['x-sluice-question']).split(', ');
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(text).toContain(`\`npx sluice approvals ${id}\``);
});

test.each([
  ['where the profile says so', error, {}],
  ['where a program reads fields in the answer', '', structured],
])('a stream ends with that error, and shows no text, %s', async (_, profile, more) => {
  await using rig = await startRig({ wait: 0, profile });
  rig.upstream.play(pays);
  const { text } = await asked(rig, { ...more, stream: true });
  expect(text).toContain('call_held');
  expect(text).not.toMatch(/\[Sluice|\[DONE\]|Waiting for/);
});

test('behind text that has gone out, Google’s clients read it as an error too', async () => {
  const policy = mailPolicy.replace(/^answer:.*$/m, 'answer: { ceiling: top }');
  await using rig = await startRig({ wait: 0, profile: error, policy });
  rig.upstream.play(() => ({ text: 'I pay.', calls: [{ tool: 'send_money', args: '{}' }] }));
  const { url } = rig.gateway();
  const client = new GoogleGenAI({
    apiKey: rig.key,
    httpOptions: { baseUrl: url, headers: label },
  });
  const config = { tools: [{ functionDeclarations: [{ name: 'send_money' }] }] };
  const body = { model: 'm', contents: content, config };
  const read = async (): Promise<void> => {
    for await (const _ of await client.models.generateContentStream(body));
  };
  const failed: unknown = await read().catch((thrown: unknown) => thrown);
  expect(failed).toBeInstanceOf(ApiError);
  expect(String(failed)).toMatch(/a call waits for a person.*ap_/);
  // Gemini CLI's takes it for one only where it is no event.
  const { text } = await send(rig, {
    path: '/v1beta/models/m:streamGenerateContent?alt=sse',
    headers: { ...bearer(rig.key), ...label },
    body: JSON.stringify({
      contents: [{ role: 'user', parts: [{ text: 'Pay ann.' }] }],
      tools: [{ functionDeclarations: [{ name: 'send_money' }] }],
    }),
  });
  expect(text).toContain('data: ');
  expect(JSON.parse(text.trim().split('\n\n').at(-1) ?? '')).toMatchObject({
    error: { code: 400 },
  });
});

test('a run that ended with the error goes on as it was', async () => {
  await using rig = await startRig({ wait: 0, profile: error });
  rig.upstream.play(pays);
  await asked(rig, {});
  await rig.restart();
  await rig.answer('yes');
  const messages = [...chat.messages, { role: 'user', content: 'Go on.' }];
  const { text } = await asked(rig, { messages });
  expect(text).toContain('send_money');
  expect(rig.upstream.requests).toHaveLength(1);
  const turns = await rig.gateway().store.events.list({ limit: 99, type: 'turn-started' });
  expect(new Set(turns.map(({ run }) => run)).size).toBe(1);
});

test('who was told so is told again at once: some clients try several forms of a request', async () => {
  await using rig = await startRig({ wait: 60, profile: error });
  rig.upstream.play(pays);
  const { notifier } = rig.gateway();
  // The time is up.
  const wait = vi.spyOn(notifier, 'wait').mockImplementation(async () => {
    notifier.isClosed = true;
  });
  expect((await asked(rig, {})).status).toBe(400);
  notifier.isClosed = false;
  expect((await asked(rig, {})).status).toBe(400);
  expect(wait).toHaveBeenCalledTimes(1);
  await rig.answer('yes');
  expect((await asked(rig, {})).text).toContain('send_money');
});

test('an answer that is allowed comes as ever', async () => {
  await using rig = await startRig({ wait: 0, profile: error });
  rig.upstream.play(() => ({ text: '{"note":"hello"}' }));
  const { status, headers, text } = await asked(rig, structured);
  expect([status, headers['x-sluice-question']]).toEqual([200, undefined]);
  expect(text).toContain('hello');
});
