import { describe, expect, test } from 'vitest';
import { operatorRig, type OperatorRig, type Reply } from '../../../test/operator-rig.ts';
import { proves } from '../../testing/proves.ts';
import { secretHash } from '../../store/secrets.ts';
import { operatorLimits } from '../limits.ts';
import { routeRoles } from '../roles.ts';

const signIn = '/api/console/session';

interface Halves {
  readonly cookie: string;
  readonly 'x-sluice-page': string;
}

async function signedIn({ send }: OperatorRig, key: string): Promise<Halves> {
  return halvesOf(await send('POST', signIn, { body: { key } }));
}

function halvesOf({ headers, body }: Reply): Halves {
  const [cookie = ''] = (headers['set-cookie']?.[0] ?? '').split(';');
  return { cookie, 'x-sluice-page': body.token };
}

describe('a session of the console', () => {
  proves('console/two-halves', async () => {
    const rig = await operatorRig();
    const mine = await signedIn(rig, await rig.operator('ann'));
    const other = await signedIn(rig, await rig.operator('bob'));
    const headersOf = (cookie?: string, token?: string) => ({
      headers: { ...(cookie && { cookie }), ...(token && { 'x-sluice-page': token }) },
    });
    const status = async (cookie?: string, token?: string): Promise<number> =>
      (await rig.send('GET', '/api/questions', headersOf(cookie, token))).status;
    const { cookie, 'x-sluice-page': token } = mine;
    expect(await status(cookie, token)).toBe(200);
    expect(await status(cookie)).toBe(401);
    expect(await status(undefined, token)).toBe(401);
    expect(await status(cookie, other['x-sluice-page'])).toBe(401);
    expect(await status(other.cookie, token)).toBe(401);
    expect(await status(`${cookie}; ${other.cookie}`, token)).toBe(401);
    expect(await status(cookie, token)).toBe(200);
    const { status: atQuery } = await rig.send('GET', `/api/questions?x-sluice-page=${token}`, {
      headers: { cookie },
    });
    expect(atQuery).toBe(401);
  });

  proves('console/cookie-strict', async () => {
    const rig = await operatorRig();
    const key = await rig.operator('ann');
    const plain = await rig.send('POST', signIn, { body: { key } });
    expect(plain.headers['set-cookie']).toEqual([
      expect.stringMatching(/^sluice-console=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Strict$/),
    ]);
    const headers = { host: 'gateway.example', origin: 'https://gateway.example' };
    const secure = await rig.send('POST', signIn, { body: { key }, headers });
    expect(secure.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-sluice-console=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const { cookie, 'x-sluice-page': token } = halvesOf(plain);
    const { id, hash } = await rig.ask();
    for (const foreign of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://127.0.0.1:1' },
    ]) {
      const sent = { headers: { cookie, 'x-sluice-page': token, ...foreign }, body: { hash } };
      expect((await rig.send('POST', `/api/questions/${id}/approve`, sent)).status).toBe(403);
      const login = await rig.send('POST', signIn, { body: { key }, headers: foreign });
      expect([login.status, login.headers['set-cookie']]).toEqual([403, undefined]);
    }
    expect((await rig.store.questions.get(id))?.state).toBe('open');
  });

  proves('console/code-once', async () => {
    const rig = await operatorRig();
    const key = await rig.operator('ann');
    const client = await rig.client('agent');
    const codeOf = async (): Promise<string> =>
      (await rig.send('POST', '/api/console/codes', { key, body: {} })).body.code;
    const enter = (code: string) => rig.send('POST', signIn, { body: { code } });
    const code = await codeOf();
    const first = await enter(code);
    expect(first.status).toBe(200);
    const again = await enter(code);
    expect([again.status, again.body.error.code]).toEqual([401, 'unknown_code']);
    const late = await codeOf();
    rig.clock.nowMs += operatorLimits.codeMsMax;
    expect((await enter(late)).status).toBe(401);
    const session = { headers: { ...halvesOf(first) }, body: {} };
    expect((await rig.send('POST', '/api/console/codes', session)).status).toBe(403);
    expect((await rig.send('POST', '/api/console/codes', { body: {} })).status).toBe(401);
    const agent = await rig.send('POST', '/api/console/codes', { key: client, body: {} });
    expect(agent.status).toBe(401);
    const asKey = await rig.send('POST', signIn, { body: { key: client } });
    expect([asKey.status, asKey.headers['set-cookie']]).toEqual([401, undefined]);
    const tried = await rig.store.events.list({ type: 'client-refused', limit: 9 });
    expect(tried).toHaveLength(2);
    const acts = await rig.store.events.list({ type: 'act-ordered', limit: 99 });
    expect(acts.map(({ payload }) => payload)).toContain(
      '{"act":"console-sign-in","by":"ann","how":"code"}',
    );
    expect(JSON.stringify(acts)).not.toContain(code);
  });

  proves('console/session-ends', async () => {
    const rig = await operatorRig();
    const key = await rig.operator('ann');
    const look = async (headers: Halves): Promise<number> =>
      (await rig.send('GET', signIn, { headers: { ...headers } })).status;
    const out = await signedIn(rig, key);
    expect((await rig.send('DELETE', signIn, { headers: { ...out } })).status).toBe(200);
    expect(await look(out)).toBe(401);

    const idle = await signedIn(rig, key);
    rig.clock.nowMs += operatorLimits.sessionIdleMsMax - 1;
    expect(await look(idle)).toBe(200);
    rig.clock.nowMs += operatorLimits.sessionIdleMsMax;
    expect(await look(idle)).toBe(401);

    const long = await signedIn(rig, key);
    const step = operatorLimits.sessionIdleMsMax / 2;
    for (let passed = step; passed < operatorLimits.sessionMsMax; passed += step) {
      rig.clock.nowMs += step;
      expect(await look(long)).toBe(200);
    }
    rig.clock.nowMs += step;
    expect(await look(long)).toBe(401);

    const replaced = await signedIn(rig, key);
    const found = await rig.store.credentials.find(secretHash(key));
    await rig.store.credentials.replaceSecret(found?.id ?? '', 'f'.repeat(64));
    expect(await look(replaced)).toBe(401);

    const bob = await rig.operator('bob');
    const revoked = await signedIn(rig, bob);
    const theirs = await rig.store.credentials.find(secretHash(bob));
    await rig.store.credentials.revoke(theirs?.id ?? '', 2_000_000);
    expect(await look(revoked)).toBe(401);

    const other = await operatorRig();
    const kept = await signedIn(rig, await rig.operator('eve'));
    expect((await other.send('GET', signIn, { headers: { ...kept } })).status).toBe(401);
  });

  proves('console/same-rights', async () => {
    const rig = await operatorRig();
    const { id } = await rig.ask();
    for (const roles of [['viewer'], ['approver'], ['endorser'], ['admin']] as const) {
      const key = await rig.operator(roles[0], { roles, clearance: 'untrusted & public' });
      const headers = { ...(await signedIn(rig, key)) };
      for (const [method, paths] of Object.entries(routeRoles)) {
        for (const path of Object.keys(paths)) {
          // These are about the session itself.
          if (path.startsWith('/api/console/')) continue;
          const url = path.replace('{id}', id).replace('{run}', 'run1');
          const body = method === 'post' ? { none: 1 } : undefined;
          const byKey = await rig.send(method.toUpperCase(), url, { key, body });
          const bySession = await rig.send(method.toUpperCase(), url, { headers, body });
          expect([url, bySession.status]).toEqual([url, byKey.status]);
        }
      }
    }
  });

  test('says who is there', async () => {
    const rig = await operatorRig();
    const headers = { ...(await signedIn(rig, await rig.operator('ann'))) };
    const { body } = await rig.send('GET', signIn, { headers });
    const endsMs = rig.clock.nowMs + operatorLimits.sessionIdleMsMax;
    expect(body).toMatchObject({ name: 'ann', roles: ['approver'], clearance: 'top', endsMs });
  });
});

proves('console/live-tells-nothing', async () => {
  const rig = await operatorRig();
  const headers = { ...(await signedIn(rig, await rig.operator('ann', { clearance: 'bottom' }))) };
  const { status, text } = await rig.send('GET', '/api/live', { headers });
  expect([status, text]).toEqual([200, 'event: changed\ndata: {}\n\n']);
  expect((await rig.send('GET', '/api/live')).status).toBe(401);
});
