import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { noPostgres, PostgresServer } from '../../../test/postgres/server.ts';
import { postgresStore } from '../../../test/postgres/store.ts';
import { someChange, someEvent, someQuestion } from '../../../test/temporary-store.ts';
import { proves } from '../../testing/proves.ts';
import { readAddress } from './connection/address.ts';
import { connect } from './connection/connect.ts';
import type { Database } from './connection/database.ts';
import { claimLease } from './connection/lease.ts';

const one = { until: undefined, onHeld: () => {} };

describe.skipIf(noPostgres !== undefined)(`a store in PostgreSQL ${noPostgres ?? ''}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(async () => await server.stop());

  const open = async (address: string): Promise<Database> => {
    const database = await connect(readAddress(address, {}));
    onTestFinished(async () => await database.close());
    return database;
  };

  proves('postgres/one-writer', async () => {
    const address = await server.withTables();
    const [first, second] = [await open(address), await open(address)];
    const lease = await claimLease(first, one);
    await expect(claimLease(second, one)).rejects.toMatchObject({ code: 'settings-invalid' });
    const store = await postgresStore(address, { epoch: lease.epoch });
    await store.commit(someChange({ questions: [someQuestion()] }));
    // As if the first had been stopped in the middle, for longer than its lease lasts.
    await server.query(server.newest, `update lease set until = now() - interval '1 second'`);
    const next = await claimLease(second, one);
    onTestFinished(next.release);
    const taken = { code: 'store-taken' };
    await expect(store.commit(someChange())).rejects.toMatchObject(taken);
    await expect(store.questions.use(someQuestion().id, 2_000)).rejects.toMatchObject(taken);
    await expect(store.requireWritable()).rejects.toMatchObject(taken);
    await lease.renew();
    expect(() => lease.requireHeld()).toThrow('another gateway');
    // The old one cannot give back the lease of the new one.
    await lease.release();
    await expect(claimLease(first, one)).rejects.toMatchObject({ code: 'settings-invalid' });
    expect(await store.events.verify()).toEqual({ events: 1, broken: undefined });
  });

  test('a gateway that cannot renew its lease is not ready, until it can', async () => {
    const address = await server.withTables();
    const lease = await claimLease(await open(address), one);
    await lease.renew();
    lease.requireHeld();
    await server.kill();
    await lease.renew();
    expect(() => lease.requireHeld()).toThrow('does not answer');
    await server.up();
    await lease.renew();
    lease.requireHeld();
    await lease.release();
  });

  test('a gateway that stands by has the database once the other gave it back', async () => {
    const address = await server.withTables();
    const [first, second] = [await open(address), await open(address)];
    const lease = await claimLease(first, one);
    const next = claimLease(second, {
      until: new AbortController().signal,
      onHeld: () => void lease.release(),
    });
    expect((await next).epoch).toBe(lease.epoch + 1);
    await (await next).release();
  });

  test('a gateway that stands by can be told to stop', async () => {
    const address = await server.withTables();
    const lease = await claimLease(await open(address), one);
    const standing = new AbortController();
    const onHeld = (): void => standing.abort();
    const next = claimLease(await open(address), { until: standing.signal, onHeld });
    await expect(next).rejects.toThrow('aborted');
    await lease.release();
  });

  proves('postgres/errors', async () => {
    const env = { PGPASSWORD: 'hunter2' };
    const attempt = async (address: string): Promise<unknown> =>
      await connect(readAddress(address, env)).catch((error: unknown) => error);
    const nowhere = await attempt(`postgres://sluice@/x?host=${server.folder}/none`);
    expect(nowhere).toMatchObject({ code: 'store-unreachable' });
    const unmade = await attempt(server.addressOf('unmade'));
    expect(unmade).toMatchObject({
      code: 'store-unopenable',
      hint: expect.stringContaining('createdb'),
    });
    const latin = await server.database(`template template0 encoding 'LATIN1' locale 'C'`);
    expect(await attempt(latin)).toMatchObject({ code: 'store-unopenable' });
    await server.query('postgres', 'create role guest login');
    const address = await server.database();
    const foreign = await attempt(address.replace('sluice@', 'guest@'));
    expect(foreign).toMatchObject({
      code: 'store-unopenable',
      hint: expect.stringContaining('owner'),
    });
    await server.query('postgres', 'alter role guest set synchronous_commit = off');
    const unsafe = await attempt(address.replace('sluice@', 'guest@'));
    expect(unsafe).toMatchObject({ code: 'store-unopenable' });
    for (const error of [nowhere, unmade, foreign, unsafe]) {
      expect(String(error)).not.toContain('hunter2');
    }
  });

  test('a database of a newer version, or under another key, is left alone', async () => {
    const address = await server.withTables();
    await (await postgresStore(address)).commit(someChange());
    const other = { masterKey: { kind: 'given', hex: 'cd'.repeat(32) } } as const;
    await expect(postgresStore(address, other)).rejects.toMatchObject({ code: 'master-key-wrong' });
    const name = server.newest;
    await server.query(name, `insert into kysely_migration values ('9999-later', 'now')`);
    await expect(postgresStore(address)).rejects.toMatchObject({ code: 'store-newer' });
  });

  test('nothing that was said stands in the tables in clear', async () => {
    const address = await server.withTables();
    const store = await postgresStore(address);
    const secret = 'hunter2';
    const events = [someEvent({ payload: secret, label: `readers{${secret}}` })];
    const entries = [{ id: 1, json: secret }];
    const hashes = ['a'.repeat(64)];
    const questions = [someQuestion({ request: secret, label: secret })];
    await store.commit(someChange({ events, entries, questions, head: secret, hashes }));
    const name = server.newest;
    const tables = [
      'meta',
      'runs',
      'states',
      'entries',
      'hashes',
      'events',
      'payloads',
      'questions',
    ];
    for (const table of tables) {
      const rows = JSON.stringify(await server.query(name, `select t::text from ${table} t`));
      expect(rows.length, table).toBeGreaterThan(10);
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  test('the first migration goes back, too', async () => {
    const address = await server.withTables();
    const name = server.newest;
    const { first } = await import('./migrations/0001-first.ts');
    const database = await open(address);
    const { Kysely, PostgresDialect } = await import('kysely');
    await first.down(new Kysely({ dialect: new PostgresDialect({ pool: database.writing }) }));
    const left = `select 1 from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`;
    expect(await server.query(name, left)).toEqual([]);
  });

  proves('postgres/server-killed', async () => {
    const store = await postgresStore(await server.withTables());
    let acknowledged = 0;
    for (const n of [1, 2, 3]) {
      await store.commit(someChange({ run: `run_${n}` }));
      acknowledged += 1;
    }
    const late = Array.from({ length: 20 }, async (_, n) => {
      await store.commit(someChange({ run: `late_${n}` }));
      acknowledged += 1;
    });
    await Promise.all([Promise.allSettled(late), server.kill()]);
    const away = { code: 'store-unreachable' };
    await expect(store.commit(someChange())).rejects.toMatchObject(away);
    await expect(store.requireWritable()).rejects.toMatchObject(away);
    await expect(store.loadRun('acme', 'run_1')).rejects.toMatchObject(away);
    await server.up();
    await store.requireWritable();
    await store.commit(someChange());
    const { events, broken } = await store.events.verify();
    expect(broken).toBeUndefined();
    expect(events).toBeGreaterThanOrEqual(acknowledged + 1);
  });
});
