import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import {
  someChange,
  someEvent,
  someQuestion,
  temporaryFolder,
  temporaryStore,
} from '../../../test/temporary-store.ts';
import type { Credential } from '../store.ts';

const hash = (text: string): string => text.padStart(64, '0');

describe('working state', () => {
  test('is what was saved: the last head and all entries', async () => {
    const store = await temporaryStore();
    const entry = (id: number): { id: number; json: string } => ({ id, json: `{"id":${id}}` });
    await store.commit(someChange({ entries: [entry(1), entry(3)], head: '"one"' }));
    await store.commit(someChange({ entries: [entry(4)], head: '"two"' }));
    await store.commit(someChange({ entries: [], head: '"three"' }));
    const saved = await store.loadRun('acme', 'run_1');
    expect(saved).toEqual({ head: '"three"', entries: [entry(1), entry(3), entry(4)] });
  });

  test.each([
    ['another run', 'acme', 'run_2'],
    ['another tenant', 'other', 'run_1'],
  ])('of %s is not there', async (_, tenant, run) => {
    const store = await temporaryStore();
    await store.commit(someChange({ hashes: [hash('a')] }));
    expect(await store.loadRun(tenant, run)).toBeUndefined();
    expect(await store.runsKnowing('other', hash('a'))).toEqual([]);
  });

  test('any text comes back as it was', async () => {
    const store = await temporaryStore();
    const texts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (list) => {
        const name = `run_${++run}`;
        const entries = list.map((json, id) => ({ id, json }));
        const events = list.map((payload) => someEvent({ payload }));
        await store.commit(someChange({ run: name, entries, events, head: list.join() }));
        expect(await store.loadRun('acme', name)).toEqual({ head: list.join(), entries });
        const listed = await store.events.list({ run: name, limit: 10 });
        expect(listed.map(({ payload }) => payload)).toEqual(list);
      }),
      { numRuns: 50 },
    );
  });

  test('runs are found by a hash, the last changed first', async () => {
    const store = await temporaryStore();
    for (const [run, atMs] of [
      ['run_1', 1],
      ['run_2', 3],
      ['run_3', 2],
    ] as const)
      await store.commit(someChange({ run, atMs, hashes: [hash('a'), hash(run)] }));
    expect(await store.runsKnowing('acme', hash('a'))).toEqual(['run_2', 'run_3', 'run_1']);
    expect(await store.runsKnowing('acme', hash('run_3'))).toEqual(['run_3']);
    await store.commit(someChange({ run: 'run_1', atMs: 9, hashes: [hash('a')] }));
    expect(await store.runsKnowing('acme', hash('a'))).toEqual(['run_1', 'run_2', 'run_3']);
  });

  proves('store/entries-kept', async () => {
    const store = await temporaryStore();
    const entry = (id: number): { id: number; json: string } => ({ id, json: `{"id":${id}}` });
    const kept = [entry(1), entry(2), entry(3)];
    await store.commit(someChange({ entries: kept, head: 'before' }));
    for (const ids of [[1], [3], [2, 4], [4, 4], [5, 4]]) {
      const again = someChange({ entries: ids.map(entry), head: 'after' });
      await expect(store.commit(again)).rejects.toMatchObject({ code: 'store-conflict' });
    }
    expect(await store.loadRun('acme', 'run_1')).toEqual({ head: 'before', entries: kept });
  });
});

proves('store/all-or-nothing', async () => {
  const store = await temporaryStore();
  const entries = [{ id: 1, json: '1' }];
  const question = someQuestion();
  await store.commit(someChange({ run: 'taken', entries, questions: [question] }));
  const outcomes = await Promise.allSettled([
    store.commit(someChange({ run: 'a', entries })),
    store.commit(someChange({ run: 'taken', entries: [{ id: 2, json: '2' }, ...entries] })),
    store.commit(someChange({ run: 'new', entries, questions: [question], hashes: [hash('b')] })),
    store.commit(someChange({ run: 'b', entries })),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  const events = await store.events.list({ limit: 10 });
  expect(events.map(({ seq, run }) => [seq, run])).toEqual([
    [1, 'taken'],
    [2, 'a'],
    [3, 'b'],
  ]);
  expect((await store.loadRun('acme', 'taken'))?.entries).toEqual(entries);
  expect(await store.loadRun('acme', 'new')).toBeUndefined();
  expect(await store.runsKnowing('acme', hash('b'))).toEqual([]);
  expect(await store.events.verify()).toEqual({ events: 3, broken: undefined });
});

test('changes of one turn share a transaction', async () => {
  const store = await temporaryStore();
  await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      await store.commit(someChange({ run: `run_${n % 7}` }));
      await store.events.append({ ...someEvent(), tenant: 'acme', atMs: n });
    }),
  );
  expect(await store.events.verify()).toEqual({ events: 200, broken: undefined });
});

/** A run with a name as the gateway makes them, and an id in it. */
const idRun = 'a'.repeat(16);
const minted = `${idRun}${'b'.repeat(16)}`;

describe('the list of events', () => {
  test.each([
    ['all', {}, [1, 2, 3, 4, 5, 6, 7, 8]],
    ['of a tenant', { tenant: 'other' }, [4]],
    ['of a run', { run: 'run_1' }, [1, 2]],
    ['of no run', { run: '' }, [3]],
    ['about a call', { subject: 'call_1' }, [2]],
    ['about a call of its run', { subject: `call_${minted}` }, [5, 7]],
    ['about an answer of its run', { subject: minted }, [6]],
    ['about nothing of ours', { subject: `call_${'0'.repeat(32)}` }, []],
    ['of a type about a call', { type: 'call-executed', subject: `call_${minted}` }, [7]],
    ['of one type about another', { type: 'call-executed', subject: minted }, []],
    ['about a call after one', { subject: `call_${minted}`, after: 5, limit: 1 }, [7]],
    ['of a run after one, at most so many', { run: idRun, after: 5, limit: 2 }, [6, 7]],
    ['of a type, at most so many', { type: 'call-executed', limit: 1 }, [7]],
    ['of a type', { type: 'operator-added' }, [3]],
    ['after one', { after: 2 }, [3, 4, 5, 6, 7, 8]],
    ['at most so many', { limit: 2 }, [1, 2]],
    ['of all these', { tenant: 'acme', run: 'run_1', after: 1, subject: 'call_1' }, [2]],
    ['of nothing', { tenant: 'nobody' }, []],
  ])('%s', async (_, filter, expected) => {
    const store = await temporaryStore();
    await store.commit(someChange({ events: [someEvent(), someEvent({ subject: 'call_1' })] }));
    const act = someEvent({ type: 'operator-added' });
    await store.events.append({ ...act, tenant: 'acme', atMs: 5 });
    await store.commit(someChange({ tenant: 'other', run: 'run_9' }));
    const decided = someEvent({ subject: `call_${minted}` });
    const executed = { ...decided, type: 'call-executed' };
    const events = [decided, someEvent({ subject: minted }), executed];
    await store.commit(someChange({ run: idRun, events }));
    await store.commit(someChange({ run: idRun, events: [someEvent({ subject: ',"],[' })] }));
    const listed = await store.events.list({ limit: 10, ...filter });
    expect(listed.map(({ seq }) => seq)).toEqual(expected);
  });

  test('says all that is stored of an event', async () => {
    const store = await temporaryStore();
    await store.commit(someChange({ events: [someEvent({ subject: 'call_1' })] }));
    const { hash: newest } = await store.events.head();
    expect(await store.events.list({ limit: 1 })).toEqual([
      {
        ...someEvent({ subject: 'call_1' }),
        seq: 1,
        tenant: 'acme',
        run: 'run_1',
        atMs: 1_000,
        hash: newest,
      },
    ]);
  });
});

describe('files', () => {
  const kept = ['hunter2', 'send_money', 'a word', 'the head', 'an entry'];

  proves('store/sealed', async () => {
    const folder = temporaryFolder();
    const store = await temporaryStore({ file: path.join(folder, 'sluice.db') });
    const entries = [{ id: 1, json: '"an entry"' }];
    const questions = [someQuestion()];
    const events = [someEvent({ payload: 'hunter2' })];
    const hashes = ['f'.repeat(64)];
    await store.commit(someChange({ events, entries, head: '"the head"', questions, hashes }));
    await store.questions.answer(no({ words: 'a word' }));
    const bytes = Buffer.concat(
      readdirSync(folder).map((name) => readFileSync(path.join(folder, name))),
    );
    const holds = (text: string | Buffer): boolean => bytes.indexOf(text) >= 0;
    expect(holds('call-decided')).toBe(true);
    expect(kept.filter(holds)).toEqual([]);
    expect(holds(Buffer.from('f'.repeat(64), 'hex'))).toBe(false);
    expect(holds('f'.repeat(64))).toBe(false);
  });

  test('hold hashes that only the master key can recompute', async () => {
    const stored = async (tenant: string, hex: string): Promise<unknown> => {
      const file = path.join(temporaryFolder(), 'sluice.db');
      const store = await temporaryStore({ file, masterKey: { kind: 'given', hex } });
      await store.commit(someChange({ tenant, hashes: [hash('a')] }));
      const [row] = new DatabaseSync(file).prepare('select hash from hashes').all();
      return Buffer.from(row?.['hash'] as Uint8Array).toString('hex');
    };
    const keys = ['ab', 'cd'].map((byte) => byte.repeat(32));
    const found = new Set([
      await stored('acme', keys[0] ?? ''),
      await stored('acme', keys[1] ?? ''),
      await stored('other', keys[0] ?? ''),
    ]);
    expect(found.size).toBe(3);
    expect(await stored('acme', keys[0] ?? '')).toBe([...found][0]);
  });

  proves('store/private', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'made', 'sluice.db');
    const store = await temporaryStore({ file });
    await store.commit(someChange());
    const modes = readdirSync(path.dirname(file)).map(
      (name) => [name, statSync(path.join(folder, 'made', name)).mode & 0o777] as const,
    );
    expect(modes).toEqual([
      ['sluice.db', 0o600],
      ['sluice.db-shm', 0o600],
      ['sluice.db-wal', 0o600],
      ['sluice.db.key', 0o600],
    ]);
  });
});

function no(answer: { words: string }): {
  id: string;
  hash: string;
  kind: 'no';
  by: string;
  dutyOf: readonly string[];
  words: string;
  atMs: number;
} {
  const { id, hash: shown } = someQuestion();
  return { id, hash: shown, kind: 'no', by: 'ann', dutyOf: [], atMs: 2_000, ...answer };
}

describe('record modes', () => {
  proves('store/record', async () => {
    const file = path.join(temporaryFolder(), 'sluice.db');
    const store = await temporaryStore({
      file,
      recordOf: (tenant) => (tenant === 'h1' || tenant === 'h2' ? 'hashed' : 'none'),
    });
    for (const [tenant, payload] of [
      ['h1', 'a'],
      ['h1', 'a'],
      ['h1', 'b'],
      ['h2', 'a'],
      ['n', 'a'],
    ] as const)
      await store.commit(someChange({ tenant, events: [someEvent({ payload })] }));
    const listed = await store.events.list({ limit: 10 });
    expect(listed.map(({ payload }) => payload)).toEqual(Array(5).fill(undefined));
    const [first, same, other, elsewhere, none] = listed.map(({ payloadHash }) => payloadHash);
    expect(first).toMatch(/^[\da-f]{64}$/);
    expect(same).toBe(first);
    expect(new Set([first, other, elsewhere]).size).toBe(3);
    expect(none).toBeUndefined();
    const kept = new DatabaseSync(file).prepare('select pack from payloads').all();
    expect(kept.map(({ pack }) => pack)).toEqual([1, 2, 3, 4]);
    expect(await store.events.verify()).toEqual({ events: 5, broken: undefined });
  });
});

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

proves('store/credentials', async () => {
  const store = await temporaryStore();
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
  const store = await temporaryStore();
  await store.credentials.add(client, hash('1'));
  const conflict = { code: 'store-conflict' };
  await expect(store.credentials.add(operator, hash('1'))).rejects.toMatchObject(conflict);
  await expect(store.credentials.add(client, hash('2'))).rejects.toMatchObject(conflict);
});

test.each([
  ['a write', async (store) => await store.commit(someChange())],
  ['a read', async (store) => await store.loadRun('acme', 'run_1')],
  ['a list', async (store) => await store.events.list({ limit: 1 })],
] satisfies [string, (store: Awaited<ReturnType<typeof temporaryStore>>) => Promise<unknown>][])(
  'after it is closed, %s is refused',
  async (_, act) => {
    const store = await temporaryStore();
    const last = store.commit(someChange());
    await store.close();
    await last;
    await expect(act(store)).rejects.toMatchObject({ code: 'store-closed' });
  },
);
