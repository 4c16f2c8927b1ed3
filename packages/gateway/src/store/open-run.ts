import { StoreError } from './errors.ts';
import type { RunRow } from './queries/tables.ts';
import type { KeyRing } from './sealed/key-ring.ts';
import { opened, type OpenRun } from './sealed/seal.ts';

/** Unwraps a run's key; `undefined` where it was destroyed. Throws `store-corrupt`. */
export function openRun(keys: KeyRing, { id, tenant, run, key }: RunRow): OpenRun | undefined {
  if (key === null) return undefined;
  return { id, tenant, run, key: opened(() => keys.open({ id, tenant, run, key })) };
}

export function erased(): StoreError {
  return new StoreError('run-erased', 'the run was erased', {
    hint: 'begin a new run: nothing can be added to one that was erased',
  });
}
