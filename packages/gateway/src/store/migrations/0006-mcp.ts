import { type Kysely, sql } from 'kysely';

/** What MCP servers offer, what was accepted of it, and what their clients have received. */
export const mcp = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw(statement).execute(db);
  },
};

const statement = `create table mcp (
  tenant text not null,
  name blob not null,
  body blob not null,
  primary key (tenant, name)
) strict, without rowid`;
