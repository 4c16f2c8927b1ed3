import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqliteStore, type SqliteStoreOptions } from '../src/store/sqlite/store.ts';
import type { EventDraft, NewQuestion, RunChange, Store } from '../src/store/store.ts';

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store in a file of its own, or in the given one; closed after the test. */
export async function temporaryStore(options: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  const file = options.file ?? path.join(temporaryFolder(), 'sluice.db');
  const store = await openSqliteStore({
    durability: 'normal',
    recordOf: () => 'full',
    ...options,
    file,
  });
  onTestFinished(async () => await store.close());
  return store;
}

/** A change that adds one event, unless it says more. */
export function someChange(change: Partial<RunChange> = {}): RunChange {
  return {
    tenant: 'acme',
    run: 'run_1',
    atMs: 1_000,
    events: [someEvent()],
    entries: [],
    head: '{}',
    hashes: [],
    questions: [],
    ...change,
  };
}

export function someEvent(event: Partial<EventDraft> = {}): EventDraft {
  return { type: 'call-decided', label: 'trusted', subject: '', payload: '{"n":1}', ...event };
}

export function someQuestion(question: Partial<NewQuestion> = {}): NewQuestion {
  return {
    id: `ap_${'0'.repeat(32)}`,
    callId: 'call_1',
    hash: 'a'.repeat(64),
    label: 'trusted',
    request: '{"tool":"send_money"}',
    expiresMs: 10_000,
    ...question,
  };
}

/** All that an iterator gives. */
export async function collected<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}
