import { expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Credential, Store } from '../../src/store/store.ts';
import { someChange } from '../temporary-store.ts';
import type { StoreKind } from './store-kind.ts';

const hash = (text: string): string => text.padStart(64, '0');

const client: Credential = {
  kind: 'client',
  id: 'key_1',
  name: 'the agent',
  tenant: 'acme',
  profile: 'default',
  createdMs: 1,
  revokedMs: undefined,
};
const operator: Credential = {
  kind: 'operator',
  id: 'key_2',
  name: 'ann',
  tenant: undefined,
  roles: ['approver', 'viewer'],
  clearance: 'untrusted',
  createdMs: 2,
  revokedMs: undefined,
};

/** Keys, and what a store that is closed still does. */
export function credentialContract({ open }: StoreKind): void {
  proves('store/credentials', async () => {
    const store = await open();
    await store.credentials.add(client, hash('1'));
    await store.credentials.add(operator, hash('2'));
    expect(await store.credentials.find(hash('1'))).toEqual(client);
    expect(await store.credentials.find(hash('2'))).toEqual(operator);
    expect(await store.credentials.find(hash('3'))).toBeUndefined();
    expect(await store.credentials.revoke('key_1', 5)).toBe(true);
    expect(await store.credentials.revoke('key_1', 6)).toBe(false);
    expect(await store.credentials.revoke('key_9', 6)).toBe(false);
    expect(await store.credentials.find(hash('1'))).toBeUndefined();
    expect(await store.credentials.list()).toEqual([{ ...client, revokedMs: 5 }, operator]);
  });

  test('no two credentials share a secret or an id', async () => {
    const store = await open();
    await store.credentials.add(client, hash('1'));
    const conflict = { code: 'store-conflict' };
    await expect(store.credentials.add(operator, hash('1'))).rejects.toMatchObject(conflict);
    await expect(store.credentials.add(client, hash('2'))).rejects.toMatchObject(conflict);
  });

  test.each([
    ['a write', async (store) => await store.commit(someChange())],
    ['a read', async (store) => await store.loadRun('acme', 'run_1')],
    ['a list', async (store) => await store.events.list({ limit: 1 })],
  ] satisfies [string, (store: Store) => Promise<unknown>][])(
    'after it is closed, %s is refused',
    async (_, act) => {
      const store = await open();
      const last = store.commit(someChange());
      await store.close();
      await last;
      await expect(act(store)).rejects.toMatchObject({ code: 'store-closed' });
    },
  );
}
