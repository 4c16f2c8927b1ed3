import { SluiceError } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { operatorRig, rigRegion } from '../../../test/operator-rig.ts';
import { someChange } from '../../../test/temporary-store.ts';

const { region, hash } = rigRegion;
const order = { region, hash, dimension: 'integrity', to: 'trusted', because: 'I wrote it' };
const endorser = { roles: ['endorser'] } as const;
const admin = { roles: ['admin'], tenant: undefined } as const;

describe('lowering a label', () => {
  test('is handed on with who, why, and what they may see', async () => {
    const { send, operator, noted } = await operatorRig();
    const key = await operator('ann', endorser);
    for (const kind of ['endorse', 'declassify']) {
      const got = await send('POST', `/api/runs/run1/${kind}`, { key, body: order });
      expect([got.status, got.body]).toEqual([200, { done: true }]);
      expect(noted.lowered.at(-1)).toMatchObject({
        ...order,
        kind,
        by: 'ann',
        tenant: 'acme',
        run: 'run1',
      });
    }
  });

  test('of a region above the clearance is as of one that is not there', async () => {
    const { send, operator } = await operatorRig();
    const low = await operator('low', { ...endorser, clearance: 'trusted & public' });
    const high = await operator('high', endorser);
    const post = async (key: string, id: string) =>
      await send('POST', '/api/runs/run1/endorse', { key, body: { ...order, region: id } });
    const [hidden, missing] = [await post(low, 'm1:0'), await post(high, 'gone')];
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
  });

  test('of a region that reads otherwise than it was shown is refused', async () => {
    const { send, operator } = await operatorRig();
    const key = await operator('ann', endorser);
    const shown = await send('GET', `/api/runs/run1/region?region=${region}&tenant=acme`, { key });
    expect(shown.body).toEqual(rigRegion);
    const body = { ...order, hash: 'd'.repeat(64) };
    const got = await send('POST', '/api/runs/run1/endorse', { key, body });
    expect([got.status, got.body.error.code]).toEqual([409, 'region_changed']);
    const { hash: _, ...blind } = order;
    expect((await send('POST', '/api/runs/run1/endorse', { key, body: blind })).status).toBe(400);
  });

  test('shows a region above the clearance to nobody', async () => {
    const { send, operator } = await operatorRig();
    const low = await operator('low', { ...endorser, clearance: 'trusted & public' });
    const high = await operator('high', endorser);
    const get = async (key: string, id: string) =>
      await send('GET', `/api/runs/run1/region?region=${id}`, { key });
    const [hidden, missing] = [await get(low, region), await get(high, 'gone')];
    expect([hidden.status, hidden.text]).toEqual([404, missing.text]);
  });

  test('says what was wrong with it', async () => {
    const wrong = new SluiceError('label-invalid', 'a label is lowered to one below it', {
      hint: '`endorse` integrity',
    });
    const { send, operator } = await operatorRig({ lower: () => Promise.reject(wrong) });
    const key = await operator('ann', endorser);
    const got = await send('POST', '/api/runs/run1/endorse', { key, body: order });
    expect([got.status, got.body.error]).toEqual([
      400,
      { code: 'label_invalid', message: wrong.problem, hint: wrong.hint },
    ]);
  });

  test.each([
    ['without a reason', { ...order, because: ' ' }],
    ['of no region', { ...order, region: '' }],
    ['of a dimension that cannot be', { ...order, dimension: '__proto__' }],
    ['in somebody’s name', { ...order, by: 'bob' }],
  ])('%s is refused', async (_, body) => {
    const { send, operator, noted } = await operatorRig();
    const key = await operator('ann', endorser);
    expect((await send('POST', '/api/runs/run1/endorse', { key, body })).status).toBe(400);
    expect(noted.lowered).toEqual([]);
  });

  test('finds the tenant of a run for who may see all of them', async () => {
    const { send, operator, store, noted } = await operatorRig();
    const key = await operator('ann', { ...endorser, tenant: undefined });
    const post = async () => await send('POST', '/api/runs/run1/endorse', { key, body: order });
    expect((await post()).status).toBe(404);
    await store.commit(someChange({ tenant: 'acme', run: 'run1' }));
    expect((await post()).status).toBe(200);
    expect(noted.lowered).toMatchObject([{ tenant: 'acme' }]);
  });
});

describe('erasing a run', () => {
  test('leaves nothing to read, here and in memory', async () => {
    const { send, operator, store, noted } = await operatorRig();
    const key = await operator('ann', admin);
    await store.commit(someChange({ run: 'run1' }));
    const body = { tenant: 'acme', because: 'they asked' };
    expect((await send('POST', '/api/runs/run1/erase', { key, body })).status).toBe(200);
    expect(await store.loadRun('acme', 'run1')).toBeUndefined();
    expect(noted.forgotten).toEqual([{ kind: 'run', tenant: 'acme', run: 'run1' }]);
    expect((await send('POST', '/api/runs/run1/erase', { key, body })).status).toBe(404);
    // Memory is forgotten first, also of what is no longer there.
    expect(new Set(noted.forgotten.map(({ kind }) => kind))).toEqual(new Set(['run']));
  });

  test('of another tenant is refused', async () => {
    const { send, operator, store } = await operatorRig();
    const key = await operator('eve', { ...admin, tenant: 'other' });
    await store.commit(someChange({ run: 'run1' }));
    const because = 'why not';
    const status = async (body: unknown) =>
      (await send('POST', '/api/runs/run1/erase', { key, body })).status;
    expect([await status({ because }), await status({ because, tenant: 'acme' })]).toEqual([
      404, 403,
    ]);
    expect(await store.loadRun('acme', 'run1')).toBeDefined();
  });
});

describe('the gateway as a whole', () => {
  test('is opened for a while', async () => {
    const { send, operator, noted, clock } = await operatorRig();
    const key = await operator('ann', admin);
    const body = { profile: 'default', minutes: 30, because: 'outage' };
    const got = await send('POST', '/api/break-glass', { key, body });
    expect(got.body).toEqual({ untilMs: clock.nowMs + 1_800_000 });
    expect(noted.broken).toEqual([{ ...body, by: 'ann' }]);
  });

  test.each([
    ['for ever', { profile: 'default', minutes: 1e9, because: 'x' }, 400],
    ['for no time', { profile: 'default', minutes: 0, because: 'x' }, 400],
    ['for no reason', { profile: 'default', minutes: 5 }, 400],
    ['nowhere', { profile: 'none', minutes: 5, because: 'x' }, 404],
  ])('%s is refused', async (_, body, status) => {
    const { send, operator, noted } = await operatorRig();
    const key = await operator('ann', admin);
    expect((await send('POST', '/api/break-glass', { key, body })).status).toBe(status);
    expect(noted.broken).toEqual([]);
  });

  test('is not for the admins of one tenant', async () => {
    const { send, operator, noted } = await operatorRig();
    const key = await operator('ann', { ...admin, tenant: 'acme' });
    const glass = { profile: 'default', minutes: 5, because: 'x' };
    for (const [path, body] of [
      ['/api/reload', {}],
      ['/api/break-glass', glass],
    ] as const) {
      const got = await send('POST', path, { key, body });
      expect([got.status, got.body.error.code]).toEqual([403, 'all_tenants_needed']);
    }
    expect(noted).toMatchObject({ broken: [], reloads: 0 });
  });

  test('an error that nobody foresaw tells nothing', async () => {
    const failing = () => Promise.reject(new Error('hunter2 in the settings'));
    const { send, operator } = await operatorRig({ reload: failing });
    const key = await operator('ann', admin);
    const got = await send('POST', '/api/reload', { key, body: {} });
    expect(got.status).toBe(500);
    expect(got.text).not.toContain('hunter2');
  });
});
