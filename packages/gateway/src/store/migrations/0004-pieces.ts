import { type Kysely, sql } from 'kysely';

/** Long texts stand in pieces of their own, so that no transaction holds the others up for long. */
export const pieces = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table pieces (
    id integer primary key,
    run integer not null references runs (id),
    holds text not null check (holds in ('state', 'events')),
    "atMs" integer not null,
    body blob not null
  ) strict`,
  'create index pieces_of_run on pieces (run, holds)',
];
