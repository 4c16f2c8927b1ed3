import { type Kysely, sql } from 'kysely';

/**
 * One row for the events of a change instead of one for each: they share a run, a time and a seal,
 * and a row costs more than what it holds. No link of the chain changes.
 */
export const changes = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table events rename to single_events',
  'drop index events_of_run',
  'drop index events_of_subject',
  'drop index events_of_erasure',
  `create table events (
    seq integer primary key,
    first integer not null,
    run integer not null references runs (id),
    "atMs" integer not null,
    items text not null,
    mode text not null check (mode in ('full', 'hashed', 'none')),
    digest text,
    hash text not null
  ) strict`,
  `insert into events (seq, first, run, "atMs", items, mode, digest, hash)
    select newest.seq, oldest.seq, newest.run, newest."atMs", items,
      newest.mode, oldest.digest, newest.hash
    from (
      select min(seq) as "from", max(seq) as "to",
        json_group_array(json_array(type, subject) order by seq) as items
      from single_events
      group by coalesce(pack, seq)
    )
    join single_events as newest on newest.seq = "to"
    join single_events as oldest on oldest.seq = "from"`,
  // The table holds only those ids naming their run that earlier versions wrote (`event-rows.ts`).
  `create table subjects (
    subject text not null,
    seq integer not null,
    primary key (subject, seq)
  ) strict, without rowid`,
  `insert or ignore into subjects (subject, seq)
    select single.subject, (select min(seq) from events where seq >= single.seq)
    from single_events as single
    where single.subject <> ''`,
  'drop table single_events',
  'create index events_of_run on events (run)',
  `create index events_of_erasure on events (run) where instr(items, '["payloads-erased",') > 0`,
  'create index runs_by_name on runs (run)',
];
