import type { RecordMode, Store } from '../../src/store/store.ts';
import { someChange, someEvent } from '../temporary-store.ts';

/** How stores of one kind are opened. Each is empty, and closed after the test that opened it. */
export interface StoreKind {
  readonly open: (options?: {
    readonly recordOf?: (tenant: string) => RecordMode;
  }) => Promise<Store>;
  /** Two connections to one store. */
  readonly openTwice: () => Promise<readonly [Store, Store]>;
}

/** A store with the events of two runs, of a tenant without payloads and of no run. */
export async function audited({ open }: StoreKind): Promise<Store> {
  const store = await open({ recordOf: (tenant) => (tenant === 'quiet' ? 'none' : 'full') });
  const three = [1, 2, 3].map((n) => someEvent({ payload: `{"n":${n}}`, subject: `call_${n}` }));
  await store.commit(someChange({ run: 'run_1', atMs: 100, events: three }));
  await store.commit(someChange({ run: 'run_2', atMs: 200, events: three.slice(1) }));
  await store.commit(someChange({ run: 'run_1', atMs: 300 }));
  await store.commit(someChange({ tenant: 'quiet', run: 'run_3', atMs: 400, events: three }));
  const act = someEvent({ type: 'policy-reloaded' });
  await store.events.append({ ...act, tenant: 'acme', atMs: 500 });
  return store;
}

/** How many events these are. */
export const all = 10;
export const sound = { events: all, broken: undefined };
