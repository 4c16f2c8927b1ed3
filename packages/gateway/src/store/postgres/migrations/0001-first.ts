import { type Kysely, sql } from 'kysely';

/** The tables of the sixth version of a SQLite store, and the lease of the one that writes. */
export const first = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
  down: async (db: Kysely<unknown>): Promise<void> => {
    await sql.raw(`drop table ${tables.join(', ')}`).execute(db);
    await sql.raw('drop function instr(text, text)').execute(db);
  },
};

const tables = [
  'lease',
  'mcp',
  'files',
  'credentials',
  'questions',
  'pieces',
  'payloads',
  'subjects',
  'events',
  'hashes',
  'entries',
  'states',
  'runs',
  'meta',
];

const records = `(
  tenant text not null,
  name bytea not null,
  body bytea not null,
  primary key (tenant, name)
)`;

const statements = [
  // SQLite's name for it: the queries of both databases are the same.
  `create function instr(text, text) returns integer
    language sql immutable strict parallel safe
    return pg_catalog.strpos($1, $2)`,
  'create table meta (name text primary key, value bytea not null)',
  `create table runs (
    id bigint generated always as identity primary key,
    tenant text not null,
    run text not null,
    key bytea,
    unique (tenant, run)
  )`,
  'create index runs_by_name on runs (run)',
  `create table states (
    run bigint primary key references runs (id),
    "changedMs" bigint not null,
    count bigint not null,
    head bytea not null
  )`,
  `create table entries (
    run bigint not null references runs (id),
    id bigint not null,
    body bytea not null,
    primary key (run, id)
  )`,
  `create table hashes (
    hash bytea not null,
    run bigint not null references runs (id),
    primary key (hash, run)
  )`,
  `create table events (
    seq bigint primary key,
    first bigint not null,
    run bigint not null references runs (id),
    "atMs" bigint not null,
    items text not null,
    mode text not null check (mode in ('full', 'hashed', 'none')),
    digest text,
    hash text not null
  )`,
  'create index events_of_run on events (run)',
  `create index events_of_erasure on events (run) where instr(items, '["payloads-erased",') > 0`,
  `create table subjects (
    subject text not null,
    seq bigint not null,
    primary key (subject, seq)
  )`,
  'create table payloads (pack bigint primary key, body bytea not null)',
  `create table pieces (
    id bigint generated always as identity primary key,
    run bigint not null references runs (id),
    holds text not null check (holds in ('state', 'events')),
    "atMs" bigint not null,
    body bytea not null
  )`,
  'create index pieces_of_run on pieces (run, holds)',
  `create table questions (
    id text primary key,
    run bigint not null references runs (id),
    "callId" text not null,
    request bytea not null,
    "expiresMs" bigint not null,
    "askedMs" bigint not null,
    state text not null check (
      state in ('open', 'approved', 'denied', 'expired', 'used', 'lost', 'withdrawn')
    ),
    "approvedBy" text not null,
    "deniedBy" text,
    words bytea,
    proof bytea
  )`,
  'create index questions_of_run on questions (run, "callId")',
  'create index questions_by_state on questions (state)',
  `create table credentials (
    id text primary key,
    "secretHash" text not null unique,
    kind text not null check (kind in ('client', 'operator')),
    name text not null,
    tenant text,
    profile text,
    roles text,
    clearance text,
    "createdMs" bigint not null,
    "revokedMs" bigint
  )`,
  `create table files ${records}`,
  `create table mcp ${records}`,
  // One row: whoever writes locks it, so that the chain has one end.
  `create table lease (
    one boolean primary key default true check (one),
    epoch bigint not null,
    until timestamptz not null
  )`,
  `insert into lease (epoch, until) values (0, '-infinity')`,
];
