import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { someChange, someEvent, temporaryFolder } from '../../../test/temporary-store.ts';
import { KeyRing, type OpenableRun } from '../sealed/key-ring.ts';
import { seal } from '../sealed/seal.ts';
import { packTexts } from '../packed.ts';
import { openSqliteStore } from '../sqlite/store.ts';
import type { Store, StoredEvent } from '../store.ts';
import { oldEvents } from './0001-first.ts';

const answerId = `${'a'.repeat(16)}${'b'.repeat(16)}`;

async function open(file: string): Promise<Store> {
  const recordOf = (tenant: string): 'none' | 'full' => (tenant === 'quiet' ? 'none' : 'full');
  return await openSqliteStore({ file, durability: 'normal', recordOf });
}

/** A database of the first version, and what it held. */
async function ofFirstVersion(): Promise<{ file: string; events: readonly StoredEvent[] }> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'sluice.db');
  const store = await open(file);
  const events = ['call_1', '', answerId].map((subject) => someEvent({ subject }));
  await store.commit(someChange({ run: 'a'.repeat(16), events }));
  await store.commit(someChange({ tenant: 'quiet', run: 'run_2', events: events.slice(1) }));
  await store.commit(someChange({ run: 'run_3', atMs: 2_000 }));
  await store.events.erase('acme', 'run_3', 3_000);
  const listed = await store.events.list({ limit: 100 });
  await store.close();
  const raw = new DatabaseSync(file);
  const packs = raw.prepare('select seq, first, digest, mode from events').all();
  raw.exec('drop table events; drop table subjects; drop index runs_by_name');
  for (const statement of oldEvents) raw.exec(statement);
  const insert = raw.prepare(
    `insert into events select ?, id, ?, ?, ?, ?, ?, ?, ? from runs where tenant = ? and run = ?`,
  );
  for (const { seq, atMs, type, subject, hash, tenant, run } of listed) {
    const row = packs.find((each) => Number(each['seq']) >= seq);
    const { first = 0, digest = null, mode = null } = row ?? {};
    const pack = digest === null ? null : first;
    const own = first === seq ? digest : null;
    insert.run(seq, atMs, type, subject, mode, pack, own, hash, tenant, run);
  }
  addOldEntries(raw, path.join(folder, 'sluice.db.key'));
  raw.exec('drop table pieces; drop table files; drop table mcp');
  raw.exec("delete from kysely_migration where name <> '0001-first'");
  raw.close();
  return { file, events: listed };
}

/** Two entries of one change: the row of the first held both, and the second had one of its own. */
function addOldEntries(raw: DatabaseSync, keyFile: string): void {
  const master = readFileSync(keyFile, 'utf8').trim();
  const row = raw.prepare("select id, tenant, run, key from runs where run like 'aaa%'").get();
  const run = row as unknown as OpenableRun;
  const key = new KeyRing(Buffer.from(master, 'hex')).open(run);
  const of = [run.tenant, run.run];
  const body = seal(key, packTexts(['[1,2]', '"one"', '"two"']), ['entries', ...of, 1]);
  raw.prepare('insert into entries values (?, 1, ?), (?, 2, null)').run(run.id, body, run.id);
  const head = seal(key, '"head"', ['head', ...of, 2]);
  raw.prepare('update states set count = 2, head = ? where run = ?').run(head, run.id);
}

test('what an earlier version stored reads as it did, and its chain goes on', async () => {
  const { file, events } = await ofFirstVersion();
  const store = await open(file);
  expect(await store.events.list({ limit: 100 })).toEqual(events);
  expect(events).toHaveLength(7);
  for (const [subject, expected] of [
    ['call_1', [1]],
    [answerId, [3, 5]],
    ['run', [7]],
  ] as const) {
    const found = await store.events.list({ subject, limit: 9 });
    expect(found.map(({ seq }) => seq)).toEqual(expected);
  }
  for (const { seq, hash } of events) {
    expect(await store.events.verify({ seq, hash })).toEqual({ events: 7, broken: undefined });
  }
  const entries = [1, 2].map((id) => ({ id, json: id === 1 ? '"one"' : '"two"' }));
  expect(await store.loadRun('acme', 'a'.repeat(16))).toEqual({ head: '"head"', entries });
  const conflict = someChange({ run: 'a'.repeat(16), entries: [{ id: 2, json: '' }] });
  await expect(store.commit(conflict)).rejects.toMatchObject({ code: 'store-conflict' });
  const three = { id: 3, json: '"three"' };
  await store.commit(someChange({ run: 'a'.repeat(16), entries: [three] }));
  expect((await store.loadRun('acme', 'a'.repeat(16)))?.entries).toEqual([...entries, three]);
  expect(await store.events.verify()).toEqual({ events: 8, broken: undefined });
  await store.close();
});
