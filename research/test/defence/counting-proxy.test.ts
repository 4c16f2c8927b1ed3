import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCountingProxy } from '../../src/defence/counting-proxy.ts';
import type { Admitted, StandingDefence } from '../../src/defence/defence.ts';
import { knowledgeOf } from '../../src/live/knowledge.ts';
import { serveLocally, type LocalServer } from '../../src/serve/local-server.ts';
import { ferry } from '../live/ferry.ts';
import { specOf } from '../live/sail.ts';

const usage = { prompt_tokens: 30, completion_tokens: 4 };
let seen: readonly unknown[];
let keys: readonly (string | undefined)[];
let reply: () => Response;
let model: LocalServer;
let proxy: StandingDefence;
let admitted: Admitted;

beforeEach(async () => {
  seen = [];
  keys = [];
  reply = () => Response.json({ choices: [], usage });
  const app = new Hono();
  app.post('/v1/chat/completions', async (context) => {
    seen = [...seen, await context.req.json()];
    keys = [...keys, context.req.header('authorization')];
    return reply();
  });
  model = await serveLocally(app);
  const surroundings = {
    modelUrl: `${model.url}/v1`,
    modelKey: 'the-real-key',
    knowledge: knowledgeOf(ferry),
  };
  proxy = await startCountingProxy(surroundings, (body) => ({ ...body, changed: true }));
  admitted = await proxy.admit(specOf());
});
afterEach(async () => {
  await proxy.close();
  await model.close();
});

const body = { model: 'lax', messages: [{ role: 'user', content: 'Hello.' }] };

function ask(given: unknown = body, key: string = admitted.apiKey): Promise<Response> {
  return fetch(`${admitted.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: typeof given === 'string' ? given : JSON.stringify(given),
  });
}

test('requests pass changed, with the model’s key, and are counted for their trial', async () => {
  await ask();
  await ask();
  const executed = [{ tool: 'look', args: '{}', own: true }];
  expect(seen).toEqual([
    { ...body, changed: true },
    { ...body, changed: true },
  ]);
  expect(keys).toEqual(['Bearer the-real-key', 'Bearer the-real-key']);
  expect(await admitted.leave(executed)).toEqual({
    cost: { modelCalls: 2, steps: 2, inputTokens: 60, outputTokens: 8 },
    questions: [],
    checked: undefined,
    moments: [{ kind: 'call', text: 'look({})' }],
  });
});

test('an error of the model reaches the agent as it is, and is counted as a call', async () => {
  reply = () => Response.json({ error: {} }, { status: 429 });
  expect((await ask()).status).toBe(429);
  expect((await admitted.leave([])).cost).toMatchObject({ modelCalls: 1, inputTokens: 0 });
});

test.each<[string, unknown, string | undefined, number]>([
  ['a key that nobody has', body, 'sk-bench-other', 401],
  ['no chat request', { model: 'lax' }, undefined, 400],
  ['no JSON', 'hello', undefined, 400],
  ['a stream, which would not be counted', { ...body, stream: true }, undefined, 400],
])('%s does not reach the model', async (...[, given, key, status]) => {
  expect((await ask(given, key)).status).toBe(status);
  expect(seen).toEqual([]);
});

test('a model that is gone is an error for the agent, and no call', async () => {
  await model.close();
  expect((await ask()).status).toBe(502);
  expect((await admitted.leave([])).cost.modelCalls).toBe(0);
});

test('who has left is let in no more', async () => {
  await admitted.leave([]);
  expect((await ask()).status).toBe(401);
});
