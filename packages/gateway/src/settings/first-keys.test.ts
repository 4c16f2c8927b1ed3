import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { newSecret, secretHash } from '../store/secrets.ts';
import type { Store } from '../store/store.ts';
import { proves } from '../testing/proves.ts';
import { temporaryFolder, temporaryStore } from '../../test/temporary-store.ts';
import { firstKeys, keyFileOf, type FirstKeysOptions } from './first-keys.ts';

const kinds = ['client', 'operator'] as const;

async function fresh(): Promise<{ readonly store: Store; readonly options: FirstKeysOptions }> {
  const database = path.join(temporaryFolder(), 'sluice.db');
  const store = await temporaryStore({ file: database });
  return { store, options: { database, profile: 'default', nowMs: 5 } };
}

const secretIn = (file: string): string => readFileSync(file, 'utf8').trim();

proves('set-up/keys-private', async () => {
  const { store, options } = await fresh();
  const keys = await firstKeys(store, options);
  for (const kind of kinds) {
    const { file, state } = keys[kind];
    expect([file, state]).toEqual([keyFileOf(kind, options.database), 'made']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const secret = secretIn(file);
    expect(await store.credentials.find(secretHash(secret))).toMatchObject({ kind });
    expect(readFileSync(options.database, 'latin1')).not.toContain(secret);
  }
  const again = await firstKeys(store, options);
  expect([again.client.state, again.operator.state]).toEqual(['known', 'known']);
  expect(await store.credentials.list()).toHaveLength(2);
});

test('the agent and the operator have two names: nobody approves a call of their own', async () => {
  const { store, options } = await fresh();
  await firstKeys(store, options);
  const names = (await store.credentials.list()).map(({ name }) => name);
  expect(new Set(names).size).toBe(2);
});

describe.each(kinds)('the %s key', (kind) => {
  const planted = async (): Promise<Awaited<ReturnType<typeof fresh>> & { file: string }> => {
    const made = await fresh();
    const file = keyFileOf(kind, made.options.database);
    writeFileSync(file, `${newSecret(kind)}\n`, { mode: 0o600 });
    return { ...made, file };
  };

  proves('set-up/keys-not-planted', async () => {
    const { store, options, file } = await planted();
    await expect(firstKeys(store, options)).rejects.toMatchObject({
      code: 'settings-invalid',
      hint: expect.stringContaining(`rm ${file}`),
    });
    expect(await store.credentials.find(secretHash(secretIn(file)))).toBeUndefined();
  });

  test('of the other kind is not taken for it', async () => {
    const { store, options } = await fresh();
    const keys = await firstKeys(store, options);
    const other = kind === 'client' ? keys.operator : keys.client;
    writeFileSync(keys[kind].file, `${secretIn(other.file)}\n`);
    expect((await firstKeys(store, options))[kind].state).toBe('stale');
  });

  test('that others can read is refused', async () => {
    const { store, options } = await fresh();
    const { file } = (await firstKeys(store, options))[kind];
    chmodSync(file, 0o644);
    await expect(firstKeys(store, options)).rejects.toMatchObject({
      code: 'store-exposed',
      hint: `chmod 600 ${file}`,
    });
  });

  test('that was carried away is not made again while it holds', async () => {
    const { store, options } = await fresh();
    const { file } = (await firstKeys(store, options))[kind];
    rmSync(file);
    expect((await firstKeys(store, options))[kind].state).toBe('elsewhere');
    expect(existsSync(file)).toBe(false);
  });

  test('is made again once every one of its kind is revoked, and its file is gone', async () => {
    const { store, options } = await fresh();
    const { file } = (await firstKeys(store, options))[kind];
    const first = secretIn(file);
    const found = await store.credentials.find(secretHash(first));
    await store.credentials.revoke(found?.id ?? '', 6);
    await expect(firstKeys(store, options)).rejects.toThrow('not a key of this database');
    rmSync(file);
    expect((await firstKeys(store, options))[kind].state).toBe('made');
    expect(secretIn(file)).not.toBe(first);
  });
});

test('a folder of ours keeps itself out of a repository', async () => {
  const database = path.join(temporaryFolder(), '.sluice', 'sluice.db');
  const store = await temporaryStore({ file: database });
  await firstKeys(store, { database, profile: 'default', nowMs: 5 });
  expect(readFileSync(path.join(path.dirname(database), '.gitignore'), 'utf8')).toBe('*\n');
});
