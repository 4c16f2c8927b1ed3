import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { operatorRig, type Sent } from '../../test/operator-rig.ts';
import { proves } from '../testing/proves.ts';
import { operatorLimits } from './limits.ts';
import { routeRoles } from './roles.ts';

const everyRoute = Object.entries(routeRoles).flatMap(([method, paths]) =>
  Object.entries(paths).map(([path, role]) => ({ method: method.toUpperCase(), path, role })),
);

/** A path of the table with something in the places of its parameters. */
function filled(path: string): string {
  return path.replace('{id}', `ap_${'0'.repeat(32)}`).replace('{run}', 'run1');
}

describe('who comes in', () => {
  proves('operator/agents-key-opens-nothing', async () => {
    const { send, client, store, ask } = await operatorRig();
    const key = await client('agent');
    const { id, hash } = await ask();
    for (const { method, path, role } of everyRoute) {
      const body = method === 'POST' ? { hash } : undefined;
      const { status } = await send(method, filled(path).replace('0'.repeat(32), id.slice(3)), {
        key,
        body,
      });
      const open = ['/api/proof', '/api/console/session'].includes(path) ? 400 : 200;
      expect([method, path, status]).toEqual([method, path, role === 'anyone' ? open : 401]);
    }
    expect((await store.questions.get(id))?.state).toBe('open');
    const tried = await store.events.list({ type: 'client-refused', limit: 100 });
    expect(tried).toHaveLength(everyRoute.filter(({ role }) => role !== 'anyone').length);
    expect(tried[0]?.payload).toBe('{"client":"agent"}');
  });

  test('what was tried is counted once there is much of it', async () => {
    const { send, client, store, clock } = await operatorRig();
    const key = await client('agent');
    const limit = operatorLimits.refusalsPerMinuteMax;
    for (let at = 0; at < limit + 5; at++) await send('GET', '/api/questions', { key });
    const list = async () => await store.events.list({ type: 'client-refused', limit: 1_000 });
    expect(await list()).toHaveLength(limit);
    clock.nowMs += 61_000;
    await send('GET', '/api/questions', { key });
    expect((await list()).at(-1)?.payload).toBe('{"client":"agent","omitted":5}');
  });

  test.each([
    ['no key', {}],
    ['a key that nobody has', { key: `op-sluice-${'x'.repeat(43)}` }],
    ['a key of another form', { key: 'secret' }],
    ['two keys', { headers: { authorization: ['Bearer a', 'Bearer b'] } }],
    ['another scheme', { headers: { authorization: 'Basic YTpi' } }],
  ] satisfies [string, Sent][])('%s opens nothing', async (_, sent) => {
    const { send } = await operatorRig();
    const { status, body, headers } = await send('GET', '/api/questions', sent);
    expect([status, body.error.code]).toEqual([401, 'unknown_key']);
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  test('an operator’s key beside another opens nothing, whichever comes first', async () => {
    const { send, operator, client } = await operatorRig();
    const [ours, theirs] = [await operator('ann'), await client('agent')];
    for (const keys of [
      [ours, theirs],
      [theirs, ours],
    ]) {
      const authorization = keys.map((key) => `Bearer ${key}`);
      expect((await send('GET', '/api/keys', { headers: { authorization } })).status).toBe(401);
    }
  });

  test('a revoked key opens nothing', async () => {
    const { send, operator, store } = await operatorRig();
    const key = await operator('ann');
    expect((await send('GET', '/api/questions', { key })).status).toBe(200);
    await store.credentials.revoke('key_0000000000000001', 2);
    expect((await send('GET', '/api/questions', { key })).status).toBe(401);
  });

  proves('operator/roles', async () => {
    const roles = ['viewer', 'approver', 'endorser', 'admin'] as const;
    const { send, operator } = await operatorRig();
    for (const own of roles) {
      const key = await operator(`${own}1`, { roles: [own], tenant: undefined });
      for (const { method, path, role } of everyRoute) {
        const body = method === 'POST' ? {} : undefined;
        const { status, body: answer } = await send(method, filled(path), { key, body });
        const isIn = role === 'anyone' || role === 'viewer' || role === own;
        expect([own, method, path, status === 403]).toEqual([own, method, path, !isIn]);
        if (!isIn) expect(answer.error.code).toBe('role_needed');
      }
    }
    const key = await operator('all', { roles: [...roles], tenant: undefined });
    for (const path of ['/api', '/api/', '/api/none', '/api/questions/x/approve/y', '/v1/models']) {
      expect((await send('GET', path, { key })).status).toBe(404);
    }
  });

  test('health says ok without a key, and nothing else', async () => {
    const { send } = await operatorRig();
    const { status, text } = await send('GET', '/api/health');
    expect([status, text]).toEqual([200, '{"ok":true}']);
  });
});

describe('requests that no client of ours sends', () => {
  const foreign: [string, Record<string, string>, number][] = [
    ['a foreign name', { host: 'evil.example' }, 421],
    ['a name that begins like ours', { host: '127.0.0.1.evil.example' }, 421],
    ['a name with a dot at its end', { host: 'localhost.' }, 421],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:3000' }, 403],
    ['a page elsewhere', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of a name beside ours', { 'sec-fetch-site': 'same-site' }, 403],
  ];

  proves('operator/no-foreign-pages', async () => {
    const { send, operator, ask, store } = await operatorRig();
    const key = await operator('ann');
    const { id, hash } = await ask();
    const path = `/api/questions/${id}/approve`;
    for (const [what, headers, status] of foreign) {
      const got = await send('POST', path, { key, body: { hash }, headers });
      expect([what, got.status]).toEqual([what, status]);
      expect([what, (await send('GET', path, { key, headers })).status]).toEqual([what, status]);
    }
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const headers = { 'content-type': type };
      const got = await send('POST', path, { key, body: JSON.stringify({ hash }), headers });
      expect([type, got.status]).toEqual([type, 415]);
    }
    expect(
      (await send('OPTIONS', path, { headers: { origin: 'https://evil.example' } })).status,
    ).toBe(403);
    expect((await store.questions.get(id))?.state).toBe('open');
  });

  test.each(['localhost', 'LOCALHOST:4141', '127.0.0.1:9', '[::1]:4141', 'gateway.example'])(
    'the name %s is ours',
    async (host) => {
      const { send } = await operatorRig();
      expect((await send('GET', '/api/health', { headers: { host } })).status).toBe(200);
    },
  );

  test('our own page may call', async () => {
    const { send, url } = await operatorRig();
    const headers = { origin: url, 'sec-fetch-site': 'same-origin' };
    expect((await send('GET', '/api/health', { headers })).status).toBe(200);
  });

  test('no answer invites other pages, and none is kept', async () => {
    const { send, operator } = await operatorRig();
    const key = await operator('ann');
    for (const path of ['/api/questions', '/api/none', '/api/health', '/api/keys']) {
      const { headers } = await send('GET', path, { key });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'application/json',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
    }
  });

  test.each([
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'],
    [
      'a host in the request line',
      'GET http://evil.example/api/health HTTP/1.1\r\nHost: localhost\r\n\r\n',
    ],
    ['no host', 'GET /api/health HTTP/1.0\r\n\r\n'],
    [
      'length and chunks',
      'POST /api/reload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
    ],
    ['a folded header', 'GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n'],
  ])('%s is refused', async (_, bytes) => {
    const { url } = await operatorRig();
    expect(await raw(url, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test.each([
    '/api/../api/keys',
    '/api/%2e%2e/api/keys',
    '//api/keys',
    '/api//keys',
    '/API/keys',
    '/api/keys/',
    '/api/keys%00',
    '/api/keys;a=b',
    '/api/questions/..%2fkeys',
    '/api\\keys',
  ])('the path %s gives nobody more than their role', async (path) => {
    const { send, operator, client } = await operatorRig();
    const viewer = await operator('vic', { roles: ['viewer'] });
    const agent = await client('agent');
    const as = async (key?: string) => (await send('GET', path, { key })).status;
    expect([400, 403, 404]).toContain(await as(viewer));
    for (const key of [agent, undefined]) expect([400, 401]).toContain(await as(key));
  });
});

describe('bodies', () => {
  test.each([
    ['__proto__', '{"hash":"HASH","__proto__":{"roles":["admin"]}}'],
    ['constructor', '{"hash":"HASH","constructor":{"prototype":{"by":"eve"}}}'],
    ['a name for the approver', '{"hash":"HASH","by":"eve"}'],
    ['a list', '["HASH"]'],
    ['another type', '{"hash":{"toString":"HASH"}}'],
    ['no JSON', '{"hash":'],
    ['nothing', ''],
  ])('%s is refused and pollutes nothing', async (_, template) => {
    const { send, operator, ask, store } = await operatorRig();
    const key = await operator('ann');
    const { id, hash } = await ask();
    const body = template.replace('HASH', hash);
    const got = await send('POST', `/api/questions/${id}/approve`, { key, body });
    expect(got.status).toBe(400);
    expect(got.body.error.hint).not.toBe('');
    expect(got.text).not.toContain('eve');
    expect(Object.prototype).not.toHaveProperty('roles');
    expect((await store.questions.get(id))?.state).toBe('open');
  });

  proves('operator/limits', async () => {
    const { send, operator } = await operatorRig();
    const key = await operator('ann', { roles: ['admin'], tenant: undefined });
    const long = 'x'.repeat(operatorLimits.bodyBytesMax);
    const status = async (method: string, path: string, sent: Sent): Promise<number> =>
      (await send(method, path, { key, ...sent })).status;
    expect(await status('POST', '/api/reload', { body: { long } })).toBe(413);
    expect(await status('POST', '/api/reload', { body: { long }, headers: chunked })).toBe(413);
    expect(await status('GET', '/api/health', { headers: { 'x-long': 'x'.repeat(20_000) } })).toBe(
      431,
    );
    expect(await status('GET', `/api/events?type=${'x'.repeat(5_000)}`, {})).toBe(414);
    const words = 'x'.repeat(operatorLimits.wordsCharactersMax + 1);
    const body = { profile: 'default', minutes: 1, because: words };
    expect(await status('POST', '/api/break-glass', { body })).toBe(400);
  });

  test('past so many requests at once the next is turned away, and later ones are not', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { send, operator } = await operatorRig({ reload: () => held });
    const key = await operator('ann', { roles: ['admin'], tenant: undefined });
    const waiting = Array.from({ length: operatorLimits.requestsPerOperatorMax }, () =>
      send('POST', '/api/reload', { key, body: {} }),
    );
    await expect
      .poll(async () => (await send('GET', '/api/keys', { key })).status, { timeout: 60_000 })
      .toBe(503);
    expect((await send('GET', '/api/keys')).status).toBe(401);
    const other = await operator('bob', { roles: ['admin'], tenant: undefined });
    expect((await send('GET', '/api/keys', { key: other })).status).toBe(200);
    expect((await send('GET', '/api/health')).status).toBe(200);
    release();
    expect((await Promise.all(waiting)).filter(({ status }) => status !== 200)).toEqual([]);
    expect((await send('GET', '/api/keys', { key })).status).toBe(200);
  });
});

const chunked = { 'transfer-encoding': 'chunked' };

/** The answer to exactly these bytes. */
async function raw(url: string, bytes: string): Promise<string> {
  const { port } = new URL(url);
  return await new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => void socket.write(bytes));
    let text = '';
    socket.setTimeout(2_000, () => void socket.destroy());
    socket.on('data', (data) => {
      text += data.toString('utf8');
      socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });
}

test('secrets are found by their hash alone', async () => {
  const { operator, store } = await operatorRig();
  const secret = await operator('ann');
  const found = await store.credentials.find(createHash('sha256').update(secret).digest('hex'));
  expect(found?.name).toBe('ann');
});
