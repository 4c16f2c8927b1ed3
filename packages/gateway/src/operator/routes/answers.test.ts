import { describe, expect, test } from 'vitest';
import {
  operatorRig,
  rigRegion,
  type OperatorRig,
  type Reply,
} from '../../../test/operator-rig.ts';
import { proves } from '../../testing/proves.ts';
import { routeRoles } from '../roles.ts';

const answered = async (
  { send }: OperatorRig,
  { id, hash }: { readonly id: string; readonly hash: string },
  { key, kind = 'approve' }: { readonly key: string; readonly kind?: 'approve' | 'deny' },
): Promise<Reply> => await send('POST', `/api/questions/${id}/${kind}`, { key, body: { hash } });

describe('an approval', () => {
  proves('operator/binds-to-what-was-shown', async () => {
    const at = await operatorRig();
    const { ask, operator, store, clock, noted } = at;
    const key = await operator('ann');
    const [question, other] = [await ask(), await ask()];
    const wrong = await answered(at, { id: question.id, hash: other.hash }, { key });
    expect([wrong.status, wrong.body.error.code]).toEqual([409, 'hash_mismatch']);
    expect(noted.rung).toEqual([]);
    const right = await answered(at, question, { key });
    expect(right.body).toMatchObject({ state: 'approved', approvedBy: ['ann'], waitingFor: [] });
    expect(noted.rung).toEqual([question.id]);
    expect(await store.questions.use(question.id, clock.nowMs)).toBe(true);
    const replayed = await answered(at, question, { key });
    expect([replayed.status, replayed.body.error.code]).toEqual([409, 'not_open']);
    expect(await store.questions.use(question.id, clock.nowMs)).toBe(false);
    clock.nowMs = other.expiresMs;
    expect((await answered(at, other, { key })).status).toBe(409);
    expect((await store.questions.get(other.id))?.approvedBy).toEqual([]);
  });

  test('of many at once counts once', async () => {
    const at = await operatorRig();
    const keys = await Promise.all(
      Array.from({ length: 20 }, (_, number) => at.operator(`approver${number}`)),
    );
    const question = await at.ask();
    const replies = await Promise.all(keys.map((key) => answered(at, question, { key })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    const events = await at.store.events.list({ type: 'operator-answered', limit: 100 });
    expect(events).toHaveLength(1);
    expect((await at.store.questions.get(question.id))?.approvedBy).toHaveLength(1);
  });

  test('and a denial at once: one of them counts', async () => {
    const at = await operatorRig();
    const [ann, bob] = [await at.operator('ann'), await at.operator('bob')];
    const question = await at.ask();
    const replies = await Promise.all([
      answered(at, question, { key: ann }),
      answered(at, question, { key: bob, kind: 'deny' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('of a revoked key does not count', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann');
    const question = await at.ask();
    await at.store.credentials.revoke('key_0000000000000001', 2);
    expect((await answered(at, question, { key })).status).toBe(401);
    expect((await at.store.questions.get(question.id))?.state).toBe('open');
  });
});

describe('separation of duty', () => {
  proves('operator/duty-separated', async () => {
    const at = await operatorRig();
    const [ann, bob, eve] = [
      await at.operator('ann'),
      await at.operator('bob'),
      await at.operator('eve'),
    ];
    const question = await at.ask({ request: { dutyOf: ['ann', 'bob'] } });
    const other = await answered(at, question, { key: eve });
    expect([other.status, other.body.error.code]).toEqual([403, 'not_named']);
    const first = await answered(at, question, { key: ann });
    expect(first.body).toMatchObject({ state: 'open', approvedBy: ['ann'], waitingFor: ['bob'] });
    expect((await answered(at, question, { key: ann })).status).toBe(409);
    const second = await at.operator('ann');
    expect((await answered(at, question, { key: second })).status).toBe(409);
    expect((await answered(at, question, { key: bob })).body.state).toBe('approved');

    await at.client('cid');
    const cid = await at.operator('cid');
    const own = await at.ask();
    const alone = await answered(at, own, { key: cid });
    expect([alone.status, alone.body.error.code]).toEqual([403, 'own_call']);
    expect((await answered(at, own, { key: eve })).body.state).toBe('approved');
    const both = await at.ask({ request: { dutyOf: ['cid', 'bob'] } });
    expect((await answered(at, both, { key: cid })).body.state).toBe('open');
    expect((await answered(at, both, { key: bob })).body.state).toBe('approved');
    const onlyThem = await at.ask({ request: { dutyOf: ['cid'] } });
    expect((await answered(at, onlyThem, { key: cid })).body.error.code).toBe('own_call');
  });

  test.each([
    ['another client made it', { client: 'agent' }, 200],
    ['their client made it', { client: 'cid' }, 403],
    ['another profile’s client made it', { profile: 'strict' }, 200],
    ['nobody knows whose profile it is', { profile: undefined }, 403],
  ])('where %s', async (_, request, status) => {
    const at = await operatorRig();
    await at.client('cid', { profile: 'default' });
    const key = await at.operator('cid');
    const question = await at.ask({ request });
    expect((await answered(at, question, { key })).status).toBe(status);
  });

  test('one no suffices, from whoever is cleared', async () => {
    const at = await operatorRig();
    const key = await at.operator('eve');
    const question = await at.ask({ request: { dutyOf: ['ann', 'bob'] } });
    expect((await answered(at, question, { key, kind: 'deny' })).body.state).toBe('denied');
  });
});

describe('a denial', () => {
  test('keeps the reason with the question, under its label', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann');
    const { id, hash } = await at.ask();
    const body = { hash, reason: 'not this account' };
    await at.send('POST', `/api/questions/${id}/deny`, { key, body });
    const { body: after } = await at.send('GET', `/api/questions/${id}`, { key });
    expect(after).toMatchObject({ state: 'denied', deniedBy: 'ann', words: 'not this account' });
    const low = await at.operator('low', { roles: ['viewer'], clearance: 'trusted & public' });
    const events = await at.send('GET', '/api/events?type=operator-answered', { key: low });
    expect(events.body.events).toMatchObject([{ payload: null, redacted: true }]);
  });

  test.each(['', ' ', 'x'.repeat(2_001)])('with a reason like %j is refused', async (reason) => {
    const at = await operatorRig();
    const key = await at.operator('ann');
    const { id, hash } = await at.ask();
    const got = await at.send('POST', `/api/questions/${id}/deny`, { key, body: { hash, reason } });
    expect(got.status).toBe(400);
  });
});

proves('operator/acts-recorded', async () => {
  const at = await operatorRig();
  const { send, operator, ask, store } = at;
  const key = await operator('ann', {
    roles: ['approver', 'admin', 'endorser'],
    tenant: undefined,
  });
  const question = await ask();
  await answered(at, { id: question.id, hash: '0'.repeat(64) }, { key });
  await answered(at, question, { key });
  const { region, hash } = rigRegion;
  const lower = { tenant: 'acme', region, hash, dimension: 'integrity', to: 'trusted' };
  const because = 'I know the sender';
  await send('POST', '/api/runs/run1/endorse', { key, body: { ...lower, because } });
  await send('POST', '/api/runs/run1/declassify', {
    key,
    body: { ...lower, region: 'x', because },
  });
  await send('POST', '/api/reload', { key, body: {} });
  await send('POST', '/api/break-glass', {
    key,
    body: { profile: 'default', minutes: 5, because },
  });
  const client = { kind: 'client', name: 'agent', tenant: 'acme', profile: 'default' };
  const { body } = await send('POST', '/api/keys', { key, body: client });
  await send('DELETE', `/api/keys/${body.key.id}`, { key });
  // The events of a run are erased with it; the acts of operators stay.
  const before = await store.events.list({ limit: 8 });
  await send('POST', '/api/runs/run1/erase', { key, body: { tenant: 'acme', because } });
  const events = [...before, ...(await store.events.list({ after: 8, limit: 100 }))];
  const told = events.map(({ type, payload }) => {
    const { act = '', by = '', because: why = '', code = '' } = JSON.parse(payload ?? '{}');
    return [type, act, by, why || code].filter((text) => text !== '').join(' ');
  });
  expect(told).toEqual([
    'act-refused answer ann hash_mismatch',
    'operator-answered ann',
    'question-approved',
    'act-ordered endorse ann I know the sender',
    'act-ordered declassify ann I know the sender',
    'act-failed declassify ann',
    'act-ordered reload ann',
    'act-ordered break-glass ann I know the sender',
    'act-ordered add-key ann',
    'act-ordered revoke-key ann',
    'act-ordered erase ann I know the sender',
    'payloads-erased',
  ]);
  expect(await store.events.verify()).toMatchObject({ broken: undefined });
});

test('an act that cannot be recorded is not done', async () => {
  const at = await operatorRig();
  const key = await at.operator('ann', { roles: ['admin'], tenant: undefined });
  Object.assign(at.store.events, { append: () => Promise.reject(new Error('disk full')) });
  expect((await at.send('POST', '/api/reload', { key, body: {} })).status).toBe(500);
  expect(at.noted.reloads).toBe(0);
});

proves('operator/get-decides-nothing', async () => {
  const at = await operatorRig();
  const roles = ['viewer', 'approver', 'endorser', 'admin'] as const;
  const key = await at.operator('ann', { roles, tenant: undefined });
  const question = await at.ask();
  const paths = Object.values(routeRoles).flatMap((each) => Object.keys(each));
  for (const path of paths) {
    const url = path.replace('{id}', question.id).replace('{run}', 'run1');
    for (const method of ['GET', 'HEAD']) {
      await at.send(method, `${url}?hash=${question.hash}`, { key });
      await at.send(method, url, { key, headers: { 'x-http-method-override': 'POST' } });
    }
  }
  // That somebody looked is recorded, and nothing else.
  const happened = await at.store.events.list({ limit: 99 });
  expect(new Set(happened.map(({ type }) => type))).toEqual(new Set(['value-shown']));
  expect(await at.store.questions.get(question.id)).toMatchObject({
    state: 'open',
    approvedBy: [],
  });
  const { changes: _, ...noted } = at.noted;
  expect(noted).toEqual({ rung: [], forgotten: [], lowered: [], broken: [], reloads: 0 });
});
