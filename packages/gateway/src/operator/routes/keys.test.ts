import { describe, expect, test, vi } from 'vitest';
import { operatorRig, type OperatorRig, type Reply } from '../../../test/operator-rig.ts';
import { proves } from '../../testing/proves.ts';
import { StoreError } from '../../store/errors.ts';
import { secretHash } from '../../store/secrets.ts';

const admin = { roles: ['admin'], tenant: undefined } as const;
const client = { kind: 'client', name: 'agent', tenant: 'acme', profile: 'default' };
const approver = {
  kind: 'operator',
  name: 'bob',
  tenant: 'acme',
  roles: ['approver'],
  clearance: 'untrusted & public',
};

const add = async ({ send }: OperatorRig, key: string, body: unknown): Promise<Reply> =>
  await send('POST', '/api/keys', { key, body });

describe('keys', () => {
  proves('operator/secrets-once', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', admin);
    const made = [await add(at, key, client), await add(at, key, approver)];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    const secrets: string[] = made.map(({ body }) => body.secret);
    expect(secrets[0]).toMatch(/^sk-sluice-[A-Za-z0-9_-]{43}$/);
    expect(secrets[1]).toMatch(/^op-sluice-[A-Za-z0-9_-]{43}$/);
    const listed = await at.send('GET', '/api/keys', { key });
    expect(listed.body.keys).toHaveLength(3);
    const events = JSON.stringify(await at.store.events.list({ limit: 100 }));
    const stored = JSON.stringify(await at.store.credentials.list());
    for (const secret of secrets) {
      for (const text of [listed.text, events, stored]) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(secretHash(secret));
      }
      expect(await at.store.credentials.find(secretHash(secret))).toBeDefined();
    }
    expect(at.noted.forgotten).toEqual([{ kind: 'credentials' }, { kind: 'credentials' }]);
    expect((await at.send('GET', '/api/questions', { key: secrets[1] })).status).toBe(200);
  });

  test('secrets are not made twice', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', admin);
    const replies = await Promise.all(Array.from({ length: 20 }, () => add(at, key, client)));
    expect(new Set(replies.map(({ body }) => body.secret)).size).toBe(20);
  });

  test('a revoked key is out at once, and once', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', admin);
    const { body } = await add(at, key, approver);
    const revoke = async () => await at.send('DELETE', `/api/keys/${body.key.id}`, { key });
    expect((await revoke()).status).toBe(200);
    expect((await at.send('GET', '/api/questions', { key: body.secret })).status).toBe(401);
    expect((await revoke()).body.error.code).toBe('revoked_before');
  });

  proves('operator/secret-replaced', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', admin);
    const made = (await add(at, key, client)).body;
    const replace = async (id: string) =>
      await at.send('POST', `/api/keys/${id}/secret`, { key, body: {} });
    const got = await replace(made.key.id);
    expect([got.status, got.body.key]).toEqual([200, made.key]);
    expect(got.body.secret).toMatch(/^sk-sluice-[A-Za-z0-9_-]{43}$/);
    expect(await at.store.credentials.find(secretHash(made.secret))).toBeUndefined();
    expect(await at.store.credentials.find(secretHash(got.body.secret))).toMatchObject({
      id: made.key.id,
    });
    expect(at.noted.forgotten).toHaveLength(2);
    const acts = await at.store.events.list({ type: 'act-ordered', limit: 10 });
    expect(acts.map(({ payload }) => JSON.parse(payload ?? '{}').act)).toContain('replace-secret');
    expect(JSON.stringify(acts)).not.toContain(got.body.secret);
    await at.send('DELETE', `/api/keys/${made.key.id}`, { key });
    expect((await replace(made.key.id)).body.error.code).toBe('revoked_before');
    expect((await replace('key_9')).status).toBe(404);
  });

  test('a change of which the disk says nothing is looked up again all the same', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', admin);
    const { id } = (await add(at, key, client)).body.key;
    const { revoke, replaceSecret } = at.store.credentials;
    const failed = new StoreError('store-failed', 'no word from the disk', { hint: 'wait' });
    const forgotten = async (change: Promise<Reply>): Promise<number> => {
      const before = at.noted.forgotten.length;
      expect((await change).status).toBe(503);
      return at.noted.forgotten.length - before;
    };
    vi.spyOn(at.store.credentials, 'replaceSecret').mockImplementation(async (...args) => {
      await replaceSecret(...args);
      throw failed;
    });
    vi.spyOn(at.store.credentials, 'revoke').mockImplementation(async (...args) => {
      await revoke(...args);
      throw failed;
    });
    expect(await forgotten(at.send('POST', `/api/keys/${id}/secret`, { key, body: {} }))).toBe(1);
    expect(await forgotten(at.send('DELETE', `/api/keys/${id}`, { key }))).toBe(1);
  });

  test('the secret of an operator is theirs alone', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', admin);
    const { body } = await add(at, key, approver);
    const got = await at.send('POST', `/api/keys/${body.key.id}/secret`, { key, body: {} });
    expect([got.status, got.body.error.code]).toEqual([409, 'operator_key']);
    expect((await at.send('GET', '/api/questions', { key: body.secret })).status).toBe(200);
  });

  test('nobody revokes their own', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', admin);
    const got = await at.send('DELETE', '/api/keys/key_0000000000000001', { key });
    expect([got.status, got.body.error.code]).toEqual([409, 'own_key']);
  });

  test.each([
    ['a clearance above one’s own', { ...approver, clearance: 'top' }, 403, 'above_own_clearance'],
    [
      'a clearance that no policy reads',
      { ...approver, clearance: 'all' },
      400,
      'clearance_unreadable',
    ],
    ['another tenant', { ...approver, tenant: 'other' }, 403, 'other_tenant'],
    ['every tenant', { ...approver, tenant: null }, 403, 'all_tenants_needed'],
    ['another tenant’s client', { ...client, tenant: 'other' }, 403, 'other_tenant'],
    ['no such profile', { ...client, profile: 'none' }, 400, 'unknown_profile'],
    ['no such role', { ...approver, roles: ['root'] }, 400, 'invalid_request'],
    ['no role', { ...approver, roles: [] }, 400, 'invalid_request'],
    ['a client with roles', { ...client, roles: ['admin'] }, 400, 'invalid_request'],
    ['an id of one’s own', { ...client, id: 'key_1' }, 400, 'invalid_request'],
    ['a name with a bidi control', { ...client, name: 'a\u202Eb' }, 400, 'invalid_request'],
    ['a name with a line break', { ...client, name: 'a\nb' }, 400, 'invalid_request'],
    ['a name that is not composed', { ...client, name: 'e\u0301va' }, 400, 'invalid_request'],
  ])('an admin of one tenant cannot give %s', async (...[, body, status, code]) => {
    const at = await operatorRig();
    const clearance = 'untrusted & public';
    const key = await at.operator('ann', { roles: ['admin'], tenant: 'acme', clearance });
    const got = await add(at, key, body);
    expect([got.status, got.body.error.code]).toEqual([status, code]);
    expect(await at.store.credentials.list()).toHaveLength(1);
  });

  test('an admin of one tenant sees and revokes none of another', async () => {
    const at = await operatorRig();
    const key = await at.operator('ann', { roles: ['admin'] });
    await at.operator('eve', { tenant: 'other' });
    await at.operator('root', { tenant: undefined });
    await at.client('theirs', { tenant: 'other' });
    const { body } = await at.send('GET', '/api/keys', { key });
    expect(body.keys.map(({ name }: { name: string }) => name)).toEqual(['ann']);
    for (const id of ['key_0000000000000002', 'key_0000000000000003', 'key_9']) {
      expect((await at.send('DELETE', `/api/keys/${id}`, { key })).status).toBe(404);
    }
    const theirs = '/api/keys/key_0000000000000004/secret';
    expect((await at.send('POST', theirs, { key, body: {} })).status).toBe(404);
  });
});
