import { sql } from 'kysely';
import { storeLimits } from '../limits.ts';
import type { KeyRing } from '../sealed/key-ring.ts';
import type { Database } from './database.ts';
import type { OpenRun } from '../sealed/seal.ts';

/** The hashes by which runs are found again, blinded. */
export interface KnownHashes {
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
