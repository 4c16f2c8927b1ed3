import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDesk, type Desk } from '../../src/defence/desk.ts';
import type { NamedCall } from '../../src/person/named-call.ts';
import { serveLocally, type LocalServer } from '../../src/serve/local-server.ts';
import { proves } from '../../src/testing/proves.ts';
import type { TrialSpec } from '../../src/trial/spec.ts';
import { specOf } from '../live/sail.ts';

const question = { tool: 'send_boat', args: '{"to":"Skerry"}', hash: 'h1' };

let shown: Response;
let status: 200 | 409;
let answered: readonly (readonly string[])[];
let keys: readonly string[];
let asked: readonly (readonly [TrialSpec, NamedCall])[];
let api: LocalServer;
let desk: Desk;

beforeEach(async () => {
  shown = Response.json(question);
  status = 200;
  answered = [];
  keys = [];
  asked = [];
  api = await serveLocally(operatorsApi());
  desk = await openDesk({
    trialOf: (tenant) => (tenant === 'trial-1' ? specOf() : undefined),
    answer: (spec, { tool, args }) => {
      asked = [...asked, [spec, { tool, args }]];
      return args.includes('Skerry') ? 'yes' : 'no';
    },
  });
  await desk.attend({
    url: api.url,
    store: { credentials: { add: async ({ kind }, hash) => void (keys = [...keys, kind, hash]) } },
  });
});
afterEach(async () => {
  await desk.close();
  await api.close();
});

/** The operators' API of a gateway, as far as a desk uses it. */
function operatorsApi(): Hono {
  const app = new Hono();
  app.get('/api/questions/:id', () => shown.clone());
  app.post('/api/questions/:id/:verb', async (context) => {
    const { hash }: { hash: string } = await context.req.json();
    answered = [...answered, [context.req.param('id'), context.req.param('verb'), hash]];
    return context.json({}, status);
  });
  return app;
}

function announce(body: unknown): Promise<Response> {
  return fetch(desk.url, { method: 'POST', body: JSON.stringify(body) });
}

const announced = { id: 'q7', tenant: 'trial-1' };

test.each([
  ['Skerry', 'approve'],
  ['Blackrock', 'deny'],
])('a boat to %s: %s, with the hash of what was shown', async (to, verb) => {
  shown = Response.json({ ...question, args: JSON.stringify({ to }) });
  expect((await announce(announced)).status).toBe(204);
  expect(answered).toEqual([['q7', verb, 'h1']]);
  expect(asked).toEqual([[specOf(), { tool: 'send_boat', args: JSON.stringify({ to }) }]]);
});

test('it has a key of its own, of which the gateway keeps a hash', () => {
  expect(keys).toEqual(['operator', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(desk.secret).toMatch(/^whsec_/);
});

proves('live/desk', async () => {
  await announce({ id: 'q7', tenant: 'trial-2' });
  await announce({ id: 'q7' });
  await announce('q7');
  expect(answered).toEqual([]);
  expect(asked).toEqual([]);
  shown = Response.json({ ...question, hash: undefined });
  await announce(announced);
  shown = new Response('gone', { status: 404 });
  await announce(announced);
  expect(answered).toEqual([]);
  shown = Response.json(question);
  await announce(announced);
  expect(answered).toHaveLength(1);
});

describe('whoever announced is told', () => {
  test('that an answer was not taken', async () => {
    status = 409;
    expect((await announce(announced)).status).toBe(502);
  });

  test('that a question could not be read', async () => {
    shown = Response.json({});
    expect((await announce(announced)).status).toBe(500);
  });
});
