import { sql } from 'kysely';
import { StoreError } from '../../errors.ts';
import { storeLimits } from '../../limits.ts';
import type { KeyRing } from '../../sealed/key-ring.ts';
import { opened, type OpenRun } from '../../sealed/seal.ts';
import type { Database } from '../connection/database.ts';
import type { RunRow } from './tables.ts';

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
  const find = database.prepare<{ tenant: string; run: string }>()((query, slot) =>
    query
      .selectFrom('runs')
      .select(['id', 'key'])
      .where('tenant', '=', slot('tenant'))
      .where('run', '=', slot('run')),
  );
  const insert = database.prepare<{ tenant: string; run: string; key: Uint8Array }>()(
    (query, slot) =>
      query
        .insertInto('runs')
        .values({ tenant: slot('tenant'), run: slot('run'), key: slot('key') })
        .returning('id'),
  );
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
  const open = ({ id, tenant, run, key }: RunRow): OpenRun | undefined =>
    key === null
      ? undefined
      : { id, tenant, run, key: opened(() => keys.open({ id, tenant, run, key })) };
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

function erased(): StoreError {
  return new StoreError('run-erased', 'the run was erased', {
    hint: 'begin a new run: nothing can be added to one that was erased',
  });
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
  const insert = database.prepare<{ hash: Uint8Array; run: number }>()((query, slot) =>
    query
      .insertInto('hashes')
      .values({ hash: slot('hash'), run: slot('run') })
      .onConflict((on) => on.doNothing()),
  );
  const find = database.prepare<{ hash: Uint8Array; tenant: string }>()((query, slot) =>
    query
      .selectFrom('hashes')
      .innerJoin('runs', 'runs.id', 'hashes.run')
      .innerJoin('states', 'states.run', 'hashes.run')
      .select('runs.run')
      .where('hashes.hash', '=', slot('hash'))
      .where('runs.tenant', '=', slot('tenant'))
      .orderBy('states.changedMs', 'desc')
      .orderBy('runs.id', 'desc'),
  );
  const newest = database.prepare<{ hash: Uint8Array; tenant: string }>()((query, slot) =>
    query
      .selectFrom((from) =>
        from
          .selectFrom('hashes')
          .select('hashes.run')
          .where('hashes.hash', '=', slot('hash'))
          .orderBy('hashes.run', 'desc')
          .limit(sql.lit(storeLimits.newestRunsScannedMax))
          .as('begun'),
      )
      .innerJoin('runs', 'runs.id', 'begun.run')
      .innerJoin('states', 'states.run', 'begun.run')
      .select('runs.run')
      .where('runs.tenant', '=', slot('tenant'))
      .orderBy('states.changedMs', 'desc')
      .orderBy('runs.id', 'desc')
      .limit(sql.lit(storeLimits.newestRunsMax)),
  );
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
