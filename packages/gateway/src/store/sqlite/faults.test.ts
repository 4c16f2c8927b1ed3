import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  someChange,
  someEvent,
  temporaryFolder,
  temporaryStore,
} from '../../../test/temporary-store.ts';
import { proves } from '../../testing/proves.ts';
import { StoreError } from '../errors.ts';
import { storeLimits } from '../limits.ts';
import { connect } from './connection/connect.ts';
import { storeIn } from './store.ts';

const place = (): string => path.join(temporaryFolder(), 'sluice.db');
const large = someEvent({ payload: 'x'.repeat(20_000) });

/** A file with acknowledged events, closed. */
async function written(file: string, events: number): Promise<void> {
  const store = await temporaryStore({ file });
  for (let n = 0; n < events; n++) await store.commit(someChange({ events: [large] }));
  await store.close();
}

async function failure(promise: Promise<unknown>): Promise<StoreError> {
  const cause = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(cause instanceof StoreError)) throw new Error('expected a store error', { cause });
  expect(cause.hint).not.toBe('');
  expect(cause.message).toMatch(/^[^A-Z].*[^.]$/);
  return cause;
}

describe('the process is killed', () => {
  const writer = path.join(import.meta.dirname, '../../../test/acknowledging-writer.ts');

  /** Runs the writer until it has acknowledged so many, and kills it in the middle of more. */
  const killedAfter = async (file: string, first: number): Promise<readonly number[]> => {
    const child = spawn(process.execPath, [writer, file, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: number[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(Number(line));
      if (acknowledged.length === 300) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    return acknowledged;
  };

  proves('store/acknowledged', async () => {
    const file = place();
    const acknowledged: number[] = [];
    for (const first of [0, 100_000, 200_000]) {
      acknowledged.push(...(await killedAfter(file, first)));
      const store = await temporaryStore({ file });
      const events = await store.events.list({ limit: 1_000_000 });
      const there = new Set(events.map(({ subject }) => Number(subject.slice(1))));
      expect(acknowledged.filter((n) => !there.has(n))).toEqual([]);
      expect(await store.events.verify()).toEqual({ events: events.length, broken: undefined });
      const runs = [0, 1, 2, 3, 4].map(async (n) => await store.loadRun('acme', `run_${n}`));
      const entries = (await Promise.all(runs)).flatMap((run) => run?.entries ?? []);
      expect(new Set(entries.map(({ id }) => id))).toEqual(there);
      await store.close();
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(900);
  });
});

describe('the disk', () => {
  proves('store/faults', async () => {
    const file = place();
    const database = await connect(file);
    const store = storeIn(database, { file, durability: 'normal', recordOf: () => 'full' });
    database.raw.exec('pragma max_page_count = 120');
    const outcomes = [];
    for (let round = 0; round < 20; round++) {
      const changes = Array.from({ length: 3 }, async (_, n) => {
        await store.commit(
          someChange({ run: `run_${n}`, events: n === 1 ? [large] : [someEvent()] }),
        );
      });
      outcomes.push(...(await Promise.allSettled(changes)));
    }
    const kept = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(kept).toBeGreaterThan(10);
    expect(kept).toBeLessThan(60);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'store-full' });
    expect(await store.events.verify()).toEqual({ events: kept, broken: undefined });
    database.raw.exec('pragma max_page_count = 10000');
    await store.commit(someChange({ events: [large] }));
    expect(await store.events.verify()).toEqual({ events: kept + 1, broken: undefined });
    await store.close();
  });

  test('cannot be written', async () => {
    const file = place();
    const database = await connect(file);
    const store = storeIn(database, { file, durability: 'normal', recordOf: () => 'full' });
    await store.commit(someChange());
    database.raw.exec('pragma query_only = on');
    expect((await failure(store.commit(someChange()))).code).toBe('store-read-only');
    expect(await store.events.list({ limit: 5 })).toHaveLength(1);
    // Nothing else is tried before, and health asks by this.
    await expect(store.requireWritable()).rejects.toMatchObject({ code: 'store-read-only' });
    database.raw.exec('pragma query_only = off');
    await store.requireWritable();
    await store.commit(someChange());
    await store.close();
  });

  test('a change that is refused for itself says nothing of the disk', async () => {
    const store = await temporaryStore();
    await store.commit(someChange());
    await store.events.erase('acme', 'run_1', 1);
    await expect(store.commit(someChange())).rejects.toMatchObject({ code: 'run-erased' });
    await store.requireWritable();
  });

  test('is waited for before a change is acknowledged, where power may fail', async () => {
    const file = place();
    const store = await temporaryStore({ file, durability: 'full' });
    await Promise.all(
      Array.from({ length: 20 }, async () => await store.commit(someChange({ events: [large] }))),
    );
    const last = store.commit(someChange());
    await store.close();
    await last;
    const again = await temporaryStore({ file });
    expect(await again.events.verify()).toEqual({ events: 21, broken: undefined });
  });
});

describe('another process', () => {
  test('that writes is waited for', async () => {
    const file = place();
    const store = await temporaryStore({ file });
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    const changes = [store.commit(someChange()), store.commit(someChange({ run: 'run_2' }))];
    setTimeout(() => other.exec('rollback'), 100);
    await Promise.all(changes);
    expect(await store.events.verify()).toEqual({ events: 2, broken: undefined });
  });

  test('that does not end is named, and the event loop goes on', async () => {
    const file = place();
    const store = await temporaryStore({ file });
    await store.commit(someChange());
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 10);
    expect((await failure(store.commit(someChange()))).code).toBe('store-locked');
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(storeLimits.lockWaitMsMax / 10 / 10);
    expect(await store.events.list({ limit: 5 })).toHaveLength(1);
    other.exec('rollback');
    await store.commit(someChange());
    expect(await store.events.verify()).toEqual({ events: 2, broken: undefined });
  });
});

describe('the file', () => {
  test.each([
    [
      'a text',
      (file: string) =>
        writeFileSync(file, 'not a database, and long enough for one', { mode: 0o600 }),
    ],
    ['cut off', (file: string) => truncateSync(file, 3 * 4096)],
    ['overwritten', (file: string) => overwrite(file)],
  ])('is %s', async (_, damage) => {
    const file = place();
    await written(file, 20);
    damage(file);
    const read = async (): Promise<unknown> => {
      const store = await temporaryStore({ file });
      await store.events.verify();
      return await store.events.list({ limit: 100 });
    };
    expect((await failure(read())).code).toBe('store-corrupt');
  });

  test('is a folder', async () => {
    const file = place();
    mkdirSync(file);
    expect((await failure(temporaryStore({ file }))).code).toBe('store-unopenable');
  });

  test('stands where none can be made', async () => {
    const file = place();
    writeFileSync(file, '');
    const below = path.join(file, 'sluice.db');
    expect((await failure(temporaryStore({ file: below }))).code).toBe('store-unopenable');
  });

  test.each([
    ['database', ''],
    ['master key', '.key'],
  ])('of the %s is refused where others can read it', async (_, suffix) => {
    const file = place();
    await written(file, 1);
    chmodSync(`${file}${suffix}`, 0o640);
    const refused = await failure(temporaryStore({ file }));
    expect(refused.code).toBe('store-exposed');
    expect(refused.hint).toBe(`chmod 600 ${file}${suffix}`);
    chmodSync(`${file}${suffix}`, 0o600);
    expect(await (await temporaryStore({ file })).events.list({ limit: 5 })).toHaveLength(1);
  });

  proves('store/newer', async () => {
    const file = place();
    await written(file, 1);
    const raw = new DatabaseSync(file);
    raw.exec("insert into kysely_migration values ('9999-later', '2099-01-01')");
    raw.close();
    const before = readFileSync(file);
    expect((await failure(temporaryStore({ file }))).code).toBe('store-newer');
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe('the master key', () => {
  const given = (hex: string): { masterKey: { kind: 'given'; hex: string } } => ({
    masterKey: { kind: 'given', hex },
  });
  const key = 'ab'.repeat(32);

  proves('store/master-key', async () => {
    const file = place();
    const store = await temporaryStore({ file, ...given(key) });
    await store.commit(someChange());
    await store.close();
    expect(() => statSync(`${file}.key`)).toThrow('ENOENT');
    const codes = [];
    for (const hex of ['cd'.repeat(32), '', key.slice(1), `${key}0`, 'z'.repeat(64)])
      codes.push((await failure(temporaryStore({ file, ...given(hex) }))).code);
    const invalid = 'master-key-invalid';
    expect(codes).toEqual(['master-key-wrong', invalid, invalid, invalid, invalid]);
    expect((await failure(temporaryStore({ file }))).code).toBe('master-key-missing');
    const right = await temporaryStore({ file, ...given(key) });
    expect(await right.events.list({ limit: 5 })).toHaveLength(1);
  });

  test('in a file that is gone is not made anew', async () => {
    const file = place();
    await written(file, 1);
    const kept = readFileSync(`${file}.key`);
    rmSync(`${file}.key`);
    expect((await failure(temporaryStore({ file }))).code).toBe('master-key-missing');
    writeFileSync(`${file}.key`, kept, { mode: 0o600 });
    expect(await (await temporaryStore({ file })).events.list({ limit: 5 })).toHaveLength(1);
  });

  test('is the same for two processes that start at once', async () => {
    const file = place();
    const stores = await Promise.all([temporaryStore({ file }), temporaryStore({ file })]);
    for (const store of stores) await store.commit(someChange({ head: '"here"' }));
    expect((await stores[0]?.loadRun('acme', 'run_1'))?.head).toBe('"here"');
  });
});

function overwrite(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(statSync(file).size - 4096, 0xa5), 0, undefined, 4096);
  closeSync(handle);
}

test('a disk that takes nothing is told of, whatever is written that waits for no disk', async () => {
  const gone = new StoreError('store-failed', 'the disk is gone', { hint: 'start again' });
  let isGone = true;
  const flushed = async (): Promise<void> => {
    if (isGone) throw gone;
  };
  const disk = { flushed, close: () => undefined };
  const store = await temporaryStore({ openDisk: () => disk });
  await store.commit(someChange());
  await store.requireWritable();
  const durable = someChange({ run: 'run_2', durable: true });
  await expect(store.commit(durable)).rejects.toBe(gone);
  await store.commit(someChange({ run: 'run_3' }));
  await expect(store.requireWritable()).rejects.toBe(gone);
  isGone = false;
  await store.requireWritable();
  await store.commit(someChange({ run: 'run_4', durable: true }));
});
