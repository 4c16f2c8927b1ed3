import { sql } from 'kysely';
import { storeLimits } from '../limits.ts';
import { statement } from './statement.ts';

export const findRun = statement<{ tenant: string; run: string }>()((query, slot) =>
  query
    .selectFrom('runs')
    .select(['id', 'key'])
    .where('tenant', '=', slot('tenant'))
    .where('run', '=', slot('run')),
);

export const insertRun = statement<{ tenant: string; run: string; key: Uint8Array }>()(
  (query, slot) =>
    query
      .insertInto('runs')
      .values({ tenant: slot('tenant'), run: slot('run'), key: slot('key') })
      .returning('id'),
);

export const insertHash = statement<{ hash: Uint8Array; run: number }>()((query, slot) =>
  query
    .insertInto('hashes')
    .values({ hash: slot('hash'), run: slot('run') })
    .onConflict((on) => on.doNothing()),
);

type Known = Readonly<{ hash: Uint8Array; tenant: string }>;

/** Runs that have working state and know the hash, the last changed first. */
export const runsKnowing = statement<Known>()((query, slot) =>
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

/** Some of them: of those begun last the last changed. */
export const newestKnowing = statement<Known>()((query, slot) =>
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
