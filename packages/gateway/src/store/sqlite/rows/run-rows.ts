import { erased, openRun } from '../../open-run.ts';
import type { KeyRing } from '../../sealed/key-ring.ts';
import type { OpenRun } from '../../sealed/seal.ts';
import type { Database } from '../connection/database.ts';
import { findRun, insertHash, insertRun, newestKnowing, runsKnowing } from '../../queries/runs.ts';
import type { RunRow } from '../../queries/tables.ts';

/** Rows of runs, with their keys unwrapped. */
export interface RunRows {
  /** `undefined`: there is none. */
  readonly find: (tenant: string, run: string) => RunRow | undefined;
  /** Unwraps a run's key; `undefined` where it was destroyed. Throws `store-corrupt`. */
  readonly open: (row: RunRow) => OpenRun | undefined;
  /** Finds or makes a run. Within a change only. Throws `run-erased`. */
  readonly obtain: (tenant: string, run: string) => OpenRun;
}

export function runRows(database: Database, keys: KeyRing): RunRows {
  const find = database.prepare(findRun);
  const insert = database.prepare(insertRun);
  const rowOf = (tenant: string, run: string): RunRow | undefined => {
    const row = find.first({ tenant, run });
    return row === undefined ? undefined : { ...row, tenant, run };
  };
  const create = (tenant: string, run: string): OpenRun => {
    const { wrapped, key } = keys.create(tenant, run);
    const row = insert.first({ tenant, run, key: wrapped });
    if (row === undefined) throw new Error('an inserted row has an id');
    keys.remember({ id: row.id, tenant, run, key: wrapped }, key);
    return { id: row.id, tenant, run, key };
  };
  const open = (row: RunRow): OpenRun | undefined => openRun(keys, row);
  return {
    find: rowOf,
    open,
    obtain: (tenant, run) => {
      const row = rowOf(tenant, run);
      if (row === undefined) return create(tenant, run);
      const found = open(row);
      if (found === undefined) throw erased();
      return found;
    },
  };
}

/** The hashes by which runs are found again, blinded. */
interface KnownHashes {
  /** Within a change only. */
  readonly add: (run: OpenRun, hashes: readonly string[]) => void;
  /** Runs that have working state and know the hash, the last changed first. */
  readonly runsKnowing: (tenant: string, hash: string) => readonly string[];
  /** Some of them: of those begun last the last changed. */
  readonly newestKnowing: (tenant: string, hash: string) => readonly string[];
}

export function knownHashes(database: Database, keys: KeyRing): KnownHashes {
  const insert = database.prepare(insertHash);
  const find = database.prepare(runsKnowing);
  const newest = database.prepare(newestKnowing);
  return {
    add: (run, hashes) => {
      for (const hash of hashes) insert.run({ hash: keys.blind(run.tenant, hash), run: run.id });
    },
    runsKnowing: (tenant, hash) =>
      find.all({ hash: keys.blind(tenant, hash), tenant }).map(({ run }) => run),
    newestKnowing: (tenant, hash) =>
      newest.all({ hash: keys.blind(tenant, hash), tenant }).map(({ run }) => run),
  };
}
