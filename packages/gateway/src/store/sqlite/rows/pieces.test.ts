import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  someChange,
  someEvent,
  temporaryFolder,
  temporaryStore,
} from '../../../../test/temporary-store.ts';
import { proves } from '../../../testing/proves.ts';
import { storeLimits } from '../../limits.ts';

/** Texts of several pieces, with a character of two units at every place where one could be cut. */
const long = JSON.stringify('🦆'.repeat(2 * storeLimits.pieceUnitsMax));
const shifted = JSON.stringify(`x${'🦆'.repeat(storeLimits.pieceUnitsMax)}`);

const change = someChange({
  entries: [
    { id: 1, json: long },
    { id: 2, json: '{"n":1}' },
    { id: 3, json: shifted },
  ],
  events: [someEvent({ payload: long }), someEvent()],
});

async function rig() {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await temporaryStore({ file });
  const count = (): number => {
    const raw = new DatabaseSync(file, { readOnly: true });
    const row = raw.prepare('select count(*) as count from pieces').get();
    raw.close();
    return Number(row?.['count']);
  };
  const tamper = (statement: string): void => {
    const raw = new DatabaseSync(file);
    raw.exec(statement);
    raw.close();
  };
  return { store, count, tamper };
}

proves('store/long-texts', async () => {
  const { store, count } = await rig();
  const order: string[] = [];
  const first = store.commit(change).then(() => order.push('long'));
  const other = store.commit(someChange({ run: 'run_2' })).then(() => order.push('short'));
  await Promise.all([first, other]);
  // The change of another run did not wait for all the pieces.
  expect(order).toEqual(['short', 'long']);
  expect(count()).toBeGreaterThan(6);
  expect(await store.loadRun('acme', 'run_1')).toEqual({ head: '{}', entries: change.entries });
  const listed = await store.events.list({ run: 'run_1', limit: 10 });
  expect(listed.map(({ payload }) => payload)).toEqual(change.events.map(({ payload }) => payload));
  expect(await store.events.verify()).toMatchObject({ events: 3 });
});

test('who stores much has the log moved as they go', async () => {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await temporaryStore({ file });
  const json = 'x'.repeat(4 * storeLimits.pieceBytesPerMoveMax);
  await store.commit(someChange({ entries: [{ id: 1, json }] }));
  expect(statSync(`${file}-wal`).size).toBeLessThan(2 * storeLimits.pieceBytesPerMoveMax);
});

test('while a long run is read others go on, and one that is erased then is gone', async () => {
  const { store } = await rig();
  await store.commit(change);
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  expect(await store.loadRun('acme', 'run_1')).toBeDefined();
  expect(order).toEqual(['other']);
  const loading = store.loadRun('acme', 'run_1');
  await Promise.all([store.events.erase('acme', 'run_1', 2_000), loading]);
  expect(await loading).toBeUndefined();
});

test('what is erased leaves no piece, and neither does a change that fails', async () => {
  const { store, count } = await rig();
  await store.commit(change);
  const before = count();
  await expect(store.commit(change)).rejects.toMatchObject({ code: 'store-conflict' });
  expect(count()).toBe(before);
  expect(await store.events.erase('acme', 'run_1', 2_000)).toBe(true);
  expect(count()).toBe(0);
});

test('what is kept for a time leaves with it', async () => {
  const { store, count } = await rig();
  await store.commit(change);
  await store.events.retain({ atMs: 9_000, stateBeforeMs: 5_000, eventsBeforeMs: 0 });
  expect(await store.loadRun('acme', 'run_1')).toBeUndefined();
  expect((await store.events.list({ run: 'run_1', limit: 1 }))[0]?.payload).toBe(long);
  await store.events.retain({ atMs: 9_000, stateBeforeMs: 5_000, eventsBeforeMs: 5_000 });
  expect(count()).toBe(0);
});

test.each([
  ['gone', 'delete from pieces where id = 1'],
  ['changed', 'update pieces set body = zeroblob(60) where id = 1'],
  ['another’s', 'update pieces set body = (select body from pieces where id = 2) where id = 1'],
])('a piece that is %s is an error, never another text', async (_, statement) => {
  const { store, tamper } = await rig();
  await store.commit(change);
  tamper(statement);
  await expect(store.loadRun('acme', 'run_1')).rejects.toMatchObject({ code: 'store-corrupt' });
});

test('a piece of an event that is gone breaks the chain', async () => {
  const { store, tamper } = await rig();
  await store.commit(change);
  tamper("delete from pieces where holds = 'events'");
  expect(await store.events.verify()).toHaveProperty('broken');
});

test('where no payload is kept, none stands in pieces', async () => {
  const file = path.join(temporaryFolder(), 'sluice.db');
  const store = await temporaryStore({ file, recordOf: () => 'hashed' });
  await store.commit(someChange({ events: [someEvent({ payload: long })] }));
  const raw = new DatabaseSync(file, { readOnly: true });
  expect(raw.prepare('select count(*) as count from pieces').get()).toEqual({ count: 0 });
  raw.close();
});
