import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { defaultShortcuts, loadPolicy, naive } from '@sluice/core';
import { expect, onTestFinished, test } from 'vitest';
import { JoinedCalls } from '../../src/mcp/joined.ts';
import { Notifier } from '../../src/run/ask/notifier.ts';
import type { Front } from '../../src/protocol/protocol.ts';
import { fronts } from '../../src/protocol/protocols.ts';
import { sha256 } from '../../src/run/find/fingerprint.ts';
import { Runs } from '../../src/run/runs.ts';
import { Clients } from '../../src/server/authenticate.ts';
import { BodyBudget } from '../../src/server/body-budget.ts';
import { Exchange } from '../../src/server/exchange.ts';
import { heapShares } from '../../src/server/heap.ts';
import { route } from '../../src/server/router.ts';
import { Routes } from '../../src/server/routes.ts';
import type { Profile } from '../../src/settings/profile.ts';
import { Upstream } from '../../src/upstream/upstream.ts';
import { temporaryStore } from '../temporary-store.ts';
import { mcp } from './mcp.ts';

const policy = await loadPolicy(
  `
version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
onViolation: block
tools:
  read_mail:
    description: trusted
    result: { format: text, label: untrusted }
    call: { ceiling: untrusted }
  send_money:
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: trusted }
answer: { ceiling: untrusted }
`,
  { file: 'sluice.yaml' },
);

interface Seen {
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A server, its requests and what it answers next. */
async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
}

/** The server of clients with fronts that it has never heard of, before a scripted provider. */
async function rigOf(others: readonly Front[], more: Partial<Profile> = {}) {
  const seen: Seen[] = [];
  let next = '{}';
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url, headers } = request;
    seen.push({ url, headers, body: await textOf(request) });
    response.end(next);
  };
  const provider = await served((request, response) => void answer(request, response));
  const upstreams = Object.fromEntries(
    others.map(({ family }) => {
      const baseUrl = `${provider}/base`;
      return [family.name, new Upstream({ name: 'one', family, baseUrl, apiKey: 'theirs' })];
    }),
  );
  onTestFinished(async () => {
    await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
  });
  const profile: Profile = {
    name: 'default',
    policy,
    propagator: naive(),
    propagatorTimeoutMs: 1_000,
    upstreams,
    shortcuts: defaultShortcuts,
    refusals: 'error',
    mode: 'enforce',
    fields: { pass: new Set(), refuse: new Set() },
    least: policy.space.bottom,
    askable: policy.space.top,
    waitJsonMs: 0,
    waitStreamMs: 0,
    held: 'text',
    questionLifeMs: 60_000,
    ...more,
  };
  const store = await temporaryStore();
  const key = `sk-sluice-${randomBytes(32).toString('base64url')}`;
  const place = { kind: 'client', id: 'one', name: 'one', tenant: 'acme' } as const;
  await store.credentials.add(
    { ...place, profile: 'default', createdMs: 0, revokedMs: undefined },
    sha256(key),
  );
  const around = {
    announce: () => {},
    joined: new JoinedCalls({ joined: 'off', names: [] }, Date.now),
    unreadable: () => {},
    isInForce: () => true,
  };
  const nowMs = (): number => 0;
  const parts = {
    routes: new Routes([...fronts, ...others]),
    store,
    clients: new Clients(store),
    profiles: { named: () => profile, brokenUntilMs: () => undefined },
    runs: new Runs({ store, notifier: new Notifier(), nowMs, ...around }, 1e9),
    nowMs,
    log: () => {},
  };
  const bodies = new BodyBudget(heapShares());
  const url = await served((request, response) => {
    void route(new Exchange(request, response, bodies), parts);
  });
  const send = async (path: string, headers: Record<string, string>, body: unknown) => {
    const content = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers: { ...content, ...headers } };
    const response = await fetch(url + path, { ...init, body: JSON.stringify(body) });
    return { status: response.status, text: await response.text() };
  };
  return { seen, key, send, says: (text: string) => void (next = text) };
}

test('a front that asks no model fits: MCP', async () => {
  const { seen, key, send, says } = await rigOf([mcp]);
  const result = { jsonrpc: '2.0', id: 1, result: {} };
  says(JSON.stringify(result));
  const call = (name: string) =>
    send(
      '/mcp',
      { authorization: `Bearer ${key}`, 'mcp-session-id': 's' },
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
    );
  expect(JSON.parse((await call('read_mail')).text)).toEqual(result);
  expect(seen).toMatchObject([{ url: '/base/mcp', headers: { 'mcp-session-id': 's' } }]);
  expect(JSON.parse((await call('wipe_disk')).text)).toMatchObject({ error: { code: -32_001 } });
  expect(seen).toHaveLength(1);
});
