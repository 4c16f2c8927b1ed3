import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import {
  someChange,
  someEvent,
  someQuestion,
  temporaryFolder,
  temporaryStore,
} from '../../../test/temporary-store.ts';

const hash = (text: string): string => text.padStart(64, '0');

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
