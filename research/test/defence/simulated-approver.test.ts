import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AskedCall } from '../../src/defence/defence.ts';
import {
  type SimulatedApprover,
  startSimulatedApprover,
} from '../../src/defence/simulated-approver.ts';
import { type LocalServer, serveLocally } from '../../src/serve/local-server.ts';
import { proves } from '../../src/testing/proves.ts';
import type { TrialSpec } from '../../src/trial/trial.ts';
import { specOf } from '../live/sail.ts';

const question = { tool: 'send_boat', args: '{"to":"Skerry"}', hash: 'h1' };

/** Decisions of the run so far. */
let log: readonly unknown[];

let shown: Response;

let status: 200 | 409;

let answered: readonly (readonly string[])[];

let keys: readonly string[];

let asked: readonly (readonly [TrialSpec, AskedCall])[];

let api: LocalServer;

let approver: SimulatedApprover;

beforeEach(async () => {
  log = [];
  shown = Response.json(question);
  status = 200;
  answered = [];
  keys = [];
  asked = [];
  api = await serveLocally(operatorsApi());
  approver = await startSimulatedApprover({
    trialOf: (tenant) => (tenant === 'trial-1' ? specOf() : undefined),
    answer: (spec, { tool, args, unasked }) => {
      asked = [...asked, [spec, { tool, args, unasked }]];
      return args.includes('Skerry') ? 'yes' : 'no';
    },
  });
  await approver.attend({
    url: api.url,
    store: { credentials: { add: async ({ kind }, hash) => void (keys = [...keys, kind, hash]) } },
  });
});

afterEach(async () => {
  await approver.close();
  await api.close();
});

/** The operators' API of a gateway, as far as an approver uses it. */
function operatorsApi(): Hono {
  const app = new Hono();
  app.get('/api/questions/:id', () => shown.clone());
  app.get('/api/events', (context) =>
    context.json({ events: log.map((payload) => ({ payload })) }),
  );
  app.post('/api/questions/:id/:verb', async (context) => {
    const { hash }: { hash: string } = await context.req.json();
    answered = [...answered, [context.req.param('id'), context.req.param('verb'), hash]];
    return context.json({}, status);
  });
  return app;
}

function announce(body: unknown): Promise<Response> {
  return fetch(approver.url, { method: 'POST', body: JSON.stringify(body) });
}

const announced = { id: 'q7', tenant: 'trial-1' };

test.each([
  ['Skerry', 'approve'],
  ['Blackrock', 'deny'],
])('a boat to %s: %s, with the hash of what was shown', async (to, verb) => {
  shown = Response.json({ ...question, args: JSON.stringify({ to }) });
  expect((await announce(announced)).status).toBe(204);
  expect(answered).toEqual([['q7', verb, 'h1']]);
  const args = JSON.stringify({ to });
  expect(asked).toEqual([[specOf(), { tool: 'send_boat', args, unasked: 0 }]]);
});

test('it is said how often the very call was made without a question', async () => {
  const { tool, args } = question;
  const decided = (kind: string, of: string): unknown => ({ tool, args: of, decision: { kind } });
  log = [decided('allow', args), decided('ask', args), decided('allow', '{}'), null];
  await announce(announced);
  expect(asked).toEqual([[specOf(), { tool, args, unasked: 1 }]]);
});

test('it has a key of its own, of which the gateway keeps a hash', () => {
  expect(keys).toEqual(['operator', expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(approver.secret).toMatch(/^whsec_/);
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
