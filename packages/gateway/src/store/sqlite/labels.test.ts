import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  someChange,
  someEvent,
  someQuestion,
  temporaryFolder,
  temporaryStore,
} from '../../../test/temporary-store.ts';
import { proves } from '../../testing/proves.ts';
import type { RecordMode, Store } from '../store.ts';

/** A reader whom nobody wrote into a policy: who a message came from. */
const reader = 'whistle.blower@press.example';
const label = `untrusted & readers{ann@acme.example, ${reader}}`;

interface Opened {
  readonly store: Store;
  readonly file: string;
  /** All bytes of the store's files, the log of writes included. */
  readonly bytes: () => Buffer;
}

async function opened(mode: RecordMode = 'full'): Promise<Opened> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'sluice.db');
  const store = await temporaryStore({ file, recordOf: () => mode });
  const bytes = (): Buffer =>
    Buffer.concat(readdirSync(folder).map((name) => readFileSync(path.join(folder, name))));
  return { store, file, bytes };
}

async function asked({ store }: Opened): Promise<void> {
  const request = JSON.stringify({ label });
  const question = someQuestion({ label, request });
  const payload = JSON.stringify({ label });
  const events = [someEvent({ label, payload }), someEvent({ label, payload })];
  await store.commit(someChange({ events, questions: [question] }));
  await store.events.append({ ...someEvent({ label, payload }), tenant: 'acme', atMs: 1_000 });
}

async function answered({ store }: Opened): Promise<void> {
  const { id, hash } = someQuestion();
  const by = { by: 'ann', dutyOf: [], words: undefined, atMs: 2_000 };
  expect(await store.questions.answer({ id, hash, kind: 'yes', ...by })).toBeDefined();
  expect(await store.questions.use(id, 3_000)).toBe(true);
}

describe('a computed reader', () => {
  test.each(['full', 'hashed', 'none'] as const)(
    'stands in no file, where the record is %s, from the first write to the last',
    async (mode) => {
      const at = await opened(mode);
      await asked(at);
      expect(at.bytes().includes('call-decided')).toBe(true);
      expect(at.bytes().includes(reader)).toBe(false);
      await answered(at);
      expect(at.bytes().includes('approval-used')).toBe(true);
      expect(at.bytes().includes(reader)).toBe(false);
      await at.store.events.erase('acme', 'run_1', 4_000);
      expect(at.bytes().includes(reader)).toBe(false);
      await at.store.close();
      expect(at.bytes().includes(reader)).toBe(false);
    },
  );

  proves('store/sealed', async () => {
    const at = await opened();
    const { hash } = someQuestion();
    await asked(at);
    await answered(at);
    const kept = [reader, 'readers{', hash, 'send_money'];
    expect(kept.filter((text) => at.bytes().includes(text))).toEqual([]);
    const events = await at.store.events.list({ limit: 10 });
    expect(events.map((event) => event.label)).toEqual(Array(6).fill(label));
    expect(await at.store.questions.get(someQuestion().id)).toMatchObject({ label, hash });
  });
});

test('what was sealed in one record mode is not read as another', async () => {
  const { store, file } = await opened();
  await store.commit(someChange({ events: [someEvent({ label })] }));
  new DatabaseSync(file).exec("update events set mode = 'hashed'");
  await expect(store.events.list({ limit: 5 })).rejects.toMatchObject({ code: 'store-corrupt' });
});

test('the path and the label of a file stand in no file', async () => {
  const { store, bytes } = await opened();
  const at = { path: '/srv/app/takeover.ts', cause: 'written', run: 'run_1', atMs: 1 } as const;
  await store.files.change('acme', { put: [{ ...at, label, call: 'call_1' }] });
  expect(bytes().includes('acme')).toBe(true);
  expect(bytes().includes('takeover')).toBe(false);
  expect(bytes().includes(reader)).toBe(false);
});
