import { StoreError } from './errors.ts';
import type { OpenRun } from './sealed/seal.ts';

export function boundOfHead({ tenant, run }: OpenRun, count: number): readonly (string | number)[] {
  return ['head', tenant, run, count];
}

/** `id`: that of the row, which holds all entries of a change. */
export function boundOfEntries({ tenant, run }: OpenRun, id: number): readonly (string | number)[] {
  return ['entries', tenant, run, id];
}

export function isAscending(ids: readonly number[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
}

export function entryThere(): StoreError {
  return new StoreError('store-conflict', 'an entry of the run is there already', {
    hint: 'end other gateways that write to this database, and try again',
  });
}

export function missing(): StoreError {
  return new StoreError('store-corrupt', 'entries of a run are missing', {
    hint: 'run `sluice verify`, stop the gateway and put back a backup',
  });
}
