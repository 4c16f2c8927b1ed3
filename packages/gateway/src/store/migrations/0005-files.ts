import { type Kysely, sql } from 'kysely';

/** Labels of files that calls have written. No run's key seals them: they outlive their runs. */
export const files = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table files (
    tenant text not null,
    name blob not null,
    body blob not null,
    primary key (tenant, name)
  ) strict, without rowid`,
];
