import { type Kysely, sql } from 'kysely';

/** Tables are strict: a column holds its type, or the write fails. */
export const first = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

/** Events as they stood until `0002-changes`. */
export const oldEvents: readonly string[] = [
  `create table events (
    seq integer primary key,
    run integer not null references runs (id),
    "atMs" integer not null,
    type text not null,
    subject text not null,
    mode text not null check (mode in ('full', 'hashed', 'none')),
    pack integer,
    digest text,
    hash text not null
  ) strict`,
  'create index events_of_run on events (run)',
  "create index events_of_subject on events (subject) where subject <> ''",
  "create index events_of_erasure on events (run) where type = 'payloads-erased'",
];

const statements = [
  'create table meta (name text primary key, value blob not null) strict',
  `create table runs (
    id integer primary key,
    tenant text not null,
    run text not null,
    key blob,
    unique (tenant, run)
  ) strict`,
  `create table states (
    run integer primary key references runs (id),
    "changedMs" integer not null,
    count integer not null,
    head blob not null
  ) strict`,
  `create table entries (
    run integer not null references runs (id),
    id integer not null,
    body blob,
    unique (run, id)
  ) strict`,
  `create table hashes (
    hash blob not null,
    run integer not null references runs (id),
    primary key (hash, run)
  ) strict, without rowid`,
  ...oldEvents,
  'create table payloads (pack integer primary key, body blob not null) strict',
  `create table questions (
    id text primary key,
    run integer not null references runs (id),
    "callId" text not null,
    request blob not null,
    "expiresMs" integer not null,
    "askedMs" integer not null,
    state text not null
      check (state in ('open', 'approved', 'denied', 'expired', 'used', 'withdrawn')),
    "approvedBy" text not null,
    "deniedBy" text,
    words blob
  ) strict`,
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
    "createdMs" integer not null,
    "revokedMs" integer
  ) strict`,
];
