import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  someChange,
  someEvent,
  someQuestion,
  temporaryFolder,
  temporaryStore,
} from '../../../test/temporary-store.ts';
import { proves } from '../../testing/proves.ts';
import { KeyRing, type OpenableRun } from '../sealed/key-ring.ts';
import { seal } from '../sealed/seal.ts';
import { packTexts } from '../packed.ts';
import type { Store } from '../store.ts';
import { boundOfPack } from '../event-rows.ts';

interface Opened {
  readonly store: Store;
  readonly folder: string;
  /** Another connection, as an intruder's. */
  readonly raw: DatabaseSync;
}

async function audited(): Promise<Opened> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'sluice.db');
  const recordOf = (tenant: string): 'none' | 'full' => (tenant === 'quiet' ? 'none' : 'full');
  const store = await temporaryStore({ file, recordOf });
  const events = [1, 2, 3].map((n) => someEvent({ payload: `{"n":${n}}`, subject: `call_${n}` }));
  await store.commit(someChange({ run: 'run_1', atMs: 100, events }));
  await store.commit(someChange({ run: 'run_2', atMs: 200, events: events.slice(1) }));
  await store.commit(someChange({ run: 'run_1', atMs: 300 }));
  await store.commit(someChange({ tenant: 'quiet', run: 'run_3', atMs: 400, events }));
  await store.events.append({
    ...someEvent({ type: 'policy-reloaded' }),
    tenant: 'acme',
    atMs: 500,
  });
  return { store, folder, raw: new DatabaseSync(file) };
}

const all = 10;
const sound = { events: all, broken: undefined };

describe('what was done to the rows', () => {
  /** Each value is another one than stands there, of the column's type. */
  const columns: Readonly<Record<string, readonly string[]>> = {
    seq: ['seq + 1000'],
    first: ['first + 1', 'first - 1'],
    run: ['(select id from runs where id <> events.run limit 1)'],
    atMs: ['"atMs" + 1'],
    items: [
      "json_set(items, '$[0][0]', 'other')",
      "json_set(items, '$[#-1][1]', 'other')",
      "json_remove(items, '$[0]')",
      `json_insert(items, '$[#]', json('["a","b"]'))`,
      `json_insert(items, '$[0][#]', 'more')`,
      "json_set(items, '$[0][1]', 7)",
      "items || 'x'",
    ],
    mode: ["case mode when 'none' then 'full' else 'none' end"],
    digest: ["coalesce(digest, '') || '0'", 'case when digest is null then hash else null end'],
    hash: [
      "replace(hash, substr(hash, 1, 1), case substr(hash, 1, 1) when 'a' then 'b' else 'a' end)",
    ],
  };
  /** The rows of events: where each begins and ends. */
  const rows = [
    { first: 1, seq: 3 },
    { first: 4, seq: 5 },
    { first: 6, seq: 6 },
    { first: 7, seq: 9 },
    { first: 10, seq: 10 },
  ];
  const changes = Object.entries(columns).flatMap(([column, values]) =>
    values.map((value) => `update events set "${column}" = ${value} where seq = :seq`),
  );
  const tampering = fc.oneof(
    fc.record({ row: fc.nat(rows.length - 1), sql: fc.constantFrom(...changes) }),
    fc.record({
      row: fc.nat(rows.length - 2),
      sql: fc.constantFrom(
        'delete from events where seq = :seq',
        // Exchanged with the next, and put at the end.
        `update events set first = first - :length, seq = seq - :length where seq = :next;
          update events set first = first + :other, seq = seq + :other where seq = :seq`,
        'update events set first = 11, seq = 10 + :length where seq = :seq',
        'update events set first = first + 1000, seq = seq + 1000 where seq = :seq',
      ),
    }),
  );

  /** Positions and lengths of a row and the next, by the names that they have in statements. */
  function valueOf(row: number, name: string): number {
    const [one = { first: 0, seq: 0 }, next = one] = rows.slice(row);
    const values = { seq: one.seq, next: next.seq, length: one.seq - one.first + 1 };
    const other = next.seq - next.first + 1;
    return new Map(Object.entries({ ...values, other })).get(name) ?? Number.NaN;
  }

  proves('store/chain', async () => {
    const { store, raw } = await audited();
    await fc.assert(
      fc.asyncProperty(tampering, async ({ row, sql }) => {
        const restore = keep(raw, ['events']);
        raw.exec(sql.replaceAll(/:(\w+)/g, (_, name: string) => String(valueOf(row, name))));
        const { broken } = await store.events.verify();
        restore();
        expect(broken).toBe(rows[row]?.first);
        expect(await store.events.verify()).toEqual(sound);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['a payload altered', 'update payloads set body = zeroblob(60) where pack = 4', 4],
    ['a payload cut off', 'update payloads set body = substr(body, 1, 40) where pack = 4', 4],
    ['a payload taken away', 'delete from payloads where pack = 6', 6],
    ['payloads exchanged', exchange, 1],
    ['a run renamed', "update runs set run = 'run_9' where run = 'run_2'", 4],
    ['a run given to another tenant', "update runs set tenant = 'b' where run = 'run_2'", 4],
    ['the key of a run destroyed', "update runs set key = null where run = 'run_1'", 1],
    ['the key of a run replaced', replaceKey, 4],
  ])('%s is found', async (_, sql, broken) => {
    const { store, raw } = await audited();
    raw.exec(sql);
    expect((await store.events.verify()).broken).toBe(broken);
  });

  test('a payload rewritten by someone who has the keys is found', async () => {
    const { store, folder, raw } = await audited();
    const master = readFileSync(path.join(folder, 'sluice.db.key'), 'utf8').trim();
    const row = raw.prepare("select id, tenant, run, key from runs where run = 'run_2'").get();
    const run = row as unknown as OpenableRun;
    const key = new KeyRing(Buffer.from(master, 'hex')).open(run);
    const texts = packTexts(['trusted', '{"n":2}', 'public', '{"n":9}']);
    const body = seal(key, texts, boundOfPack(run, { pack: 4, mode: 'full' }));
    raw.prepare('update payloads set body = ? where pack = 4').run(body);
    const listed = await store.events.list({ run: 'run_2', limit: 5 });
    expect(listed.map(({ label, payload }) => [label, payload])).toEqual([
      ['trusted', '{"n":2}'],
      ['public', '{"n":9}'],
    ]);
    expect((await store.events.verify()).broken).toBe(4);
  });

  test('a payload in the place of another of its run is not read', async () => {
    const { store, raw } = await audited();
    raw.exec(exchange);
    const listed = store.events.list({ run: 'run_1', limit: 1 });
    await expect(listed).rejects.toMatchObject({ code: 'store-corrupt' });
  });

  test('a payload whose key does not open it is not read', async () => {
    const { store, raw } = await audited();
    raw.exec(replaceKey);
    const listed = store.events.list({ run: 'run_2', limit: 5 });
    await expect(listed).rejects.toMatchObject({ code: 'store-corrupt' });
  });
});

const exchange = `
  update payloads set pack = -1 where pack = 1;
  update payloads set pack = 1 where pack = 6;
  update payloads set pack = 6 where pack = -1`;
const replaceKey =
  "update runs set key = (select key from runs where run = 'run_1') where run = 'run_2'";

/** Keeps the rows of tables; what it returns puts them back. */
function keep(raw: DatabaseSync, tables: readonly string[]): () => void {
  raw.exec('pragma foreign_keys = off; pragma synchronous = off');
  const kept = tables.map((table) => [table, raw.prepare(`select * from ${table}`).all()] as const);
  return () => {
    raw.exec('begin');
    for (const [table, rows] of kept) {
      raw.exec(`delete from ${table}`);
      for (const values of rows.map((row) => Object.values(row)))
        raw.prepare(`insert into ${table} values (${values.map(() => '?').join()})`).run(...values);
    }
    raw.exec('commit');
  };
}

proves('store/anchor', async () => {
  const { store, raw } = await audited();
  const anchor = await store.events.head();
  const [inside] = await store.events.list({ after: all - 3, limit: 1 });
  raw.exec(`delete from events where seq > ${all - 4}`);
  expect(await store.events.verify()).toEqual({ events: all - 4, broken: undefined });
  expect(await store.events.verify(anchor)).toEqual({ events: all - 4, broken: all });
  const events = Array.from({ length: 5 }, () => someEvent());
  await store.commit(someChange({ run: 'run_4', events }));
  expect(await store.events.verify()).toEqual({ events: all + 1, broken: undefined });
  expect(await store.events.verify(anchor)).toEqual({ events: all - 1, broken: all });
  expect(await store.events.verify(inside)).toEqual({ events: all - 3, broken: all - 2 });
});

describe('sealed rows in the place of others', () => {
  const entries = [{ id: 1, json: '"mine"' }];
  proves('store/bound', async () => {
    const { store, raw } = await audited();
    await store.commit(someChange({ run: 'run_1', entries, head: '"one"' }));
    await store.commit(someChange({ run: 'run_2', entries, head: '"two"' }));
    await store.commit(someChange({ run: 'run_2', entries: [{ id: 2, json: '"later"' }] }));
    const [one, two] = ['run_1', 'run_2'].map(
      (run) => `(select id from runs where run = '${run}')`,
    );
    const from = (run = '', more = ''): string =>
      `(select body from entries where run = ${run}${more})`;
    const tamperings = [
      `update entries set body = ${from(two, ' and id = 1')} where run = ${one}`,
      `update entries set body = ${from(two, ' and id = 1')} where run = ${two}`,
      `update entries set id = 9 where run = ${two} and id = 2`,
      `delete from entries where run = ${two} and id = 2`,
      `delete from entries where run = ${two} and id = 2; update states set count = 1`,
      `update states set head = (select head from states where run = ${one})`,
      `update runs set key = (select key from runs where run = 'run_1') where run = 'run_2'`,
    ];
    for (const tampering of tamperings) {
      const restore = keep(raw, ['entries', 'states', 'runs']);
      raw.exec(tampering);
      const loaded = Promise.all(
        ['run_1', 'run_2'].map(async (run) => await store.loadRun('acme', run)),
      );
      await expect(loaded, tampering).rejects.toMatchObject({ code: 'store-corrupt' });
      restore();
      expect((await store.loadRun('acme', 'run_2'))?.entries).toHaveLength(2);
    }
  });
});

describe('erasure', () => {
  proves('store/erased', async () => {
    const { store, folder, raw } = await audited();
    const hashes = ['a'.repeat(64)];
    const entries = [{ id: 1, json: '1' }];
    await store.commit(someChange({ entries, hashes, questions: [someQuestion()], events: [] }));
    const key = raw.prepare("select key from runs where run = 'run_1'").get()?.['key'];
    const holdsKey = (): boolean =>
      readdirSync(folder).some(
        (name) => readFileSync(path.join(folder, name)).indexOf(key as Uint8Array) >= 0,
      );
    expect(holdsKey()).toBe(true);
    raw.close();
    expect(await store.events.erase('acme', 'run_1', 600)).toBe(true);
    expect(holdsKey()).toBe(false);
    expect(await store.loadRun('acme', 'run_1')).toBeUndefined();
    expect(await store.runsKnowing('acme', 'a'.repeat(64))).toEqual([]);
    expect(await store.questions.get(someQuestion().id)).toBeUndefined();
    const listed = await store.events.list({ run: 'run_1', limit: 9 });
    expect(listed.map(({ type, payload }) => [type, payload])).toEqual([
      ...Array.from({ length: 4 }, () => ['call-decided', undefined]),
      ['payloads-erased', undefined],
    ]);
    const others = await store.events.list({ run: 'run_2', limit: 9 });
    expect(others.map(({ payload }) => payload)).toEqual(['{"n":2}', '{"n":3}']);
    expect(await store.events.verify()).toEqual({ events: all + 1, broken: undefined });
  });

  test('of many runs leaves none of their keys in the pages', async () => {
    const { store, folder, raw } = await audited();
    const runs = Array.from({ length: 60 }, (_, n) => `run_${'x'.repeat(n)}`);
    for (const run of runs) await store.commit(someChange({ run, entries: [] }));
    const keys = raw.prepare("select key from runs where run like 'run\\_x%' escape '\\'").all();
    expect(keys).toHaveLength(59);
    raw.close();
    for (const run of runs.slice(1)) await store.events.erase('acme', run, 600);
    const bytes = Buffer.concat(
      readdirSync(folder).map((name) => readFileSync(path.join(folder, name))),
    );
    const left = keys.filter(({ key }) => bytes.indexOf((key as Uint8Array).subarray(20)) >= 0);
    expect(left).toEqual([]);
  });

  test('takes no row of the file that was sealed', async () => {
    const { store, raw } = await audited();
    await store.commit(someChange({ hashes: ['a'.repeat(64)], questions: [someQuestion()] }));
    await store.events.erase('acme', 'run_1', 600);
    const left = ['states', 'entries', 'hashes', 'questions'].map(
      (table) => raw.prepare(`select count(*) as n from ${table} where run = 1`).get()?.['n'],
    );
    expect(left).toEqual([0, 0, 0, 0]);
    expect(raw.prepare('select pack from payloads').all()).toEqual([{ pack: 4 }, { pack: 10 }]);
  });

  test('that could not be finished is not done, and is when it is asked for again', async () => {
    const { store, raw } = await audited();
    raw.exec('begin');
    // Whoever reads needs the log as it is.
    raw.prepare('select count(*) from runs').get();
    await expect(store.events.erase('acme', 'run_1', 600)).rejects.toMatchObject({
      code: 'store-locked',
    });
    raw.exec('rollback');
    expect(await store.events.erase('acme', 'run_1', 700)).toBe(true);
    expect(await store.events.erase('acme', 'run_1', 800)).toBe(false);
  });

  test('covers nothing that comes after it', async () => {
    const { store, raw } = await audited();
    await store.events.erase('acme', 'run_1', 600);
    await store.commit(someChange({ run: 'run_2', atMs: 700 }));
    raw.exec(`delete from payloads where pack = ${all + 2}`);
    expect((await store.events.verify()).broken).toBe(all + 2);
  });
});

describe('retention', () => {
  const retain = async (
    store: Store,
    stateBeforeMs: number,
    eventsBeforeMs: number,
  ): Promise<unknown> => await store.events.retain({ atMs: 900, stateBeforeMs, eventsBeforeMs });

  proves('store/retained', async () => {
    const { store, raw } = await audited();
    expect(await retain(store, 300, 300)).toEqual({ states: 1, erased: 2 });
    expect(await store.loadRun('acme', 'run_2')).toBeUndefined();
    expect(await store.loadRun('acme', 'run_1')).toBeDefined();
    const kept = (await store.events.list({ limit: 20 })).filter(({ payload }) => payload);
    expect(kept.map(({ seq }) => seq)).toEqual([6, 10, 11]);
    expect(await store.events.verify()).toEqual({ events: all + 1, broken: undefined });
    raw.exec('delete from payloads where pack = 6');
    expect((await store.events.verify()).broken).toBe(6);
  });

  test('excuses nothing that came later, whatever its clock said', async () => {
    const { store, raw } = await audited();
    await retain(store, 300, 300);
    await store.commit(someChange({ atMs: 1 }));
    raw.exec(`delete from payloads where pack = ${all + 2}`);
    expect((await store.events.verify()).broken).toBe(all + 2);
  });
});
