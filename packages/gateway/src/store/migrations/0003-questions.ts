import { type Kysely, sql } from 'kysely';

/**
 * The progress of a question gets a proof that only the gateway can write, and a state for an
 * approval that was used up by a call which was then not made. What has no proof yet ends here:
 * nobody can tell who approved it.
 */
export const questions = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const columns =
  'id, run, "callId", request, "expiresMs", "askedMs", state, "approvedBy", "deniedBy", words';

const statements = [
  'alter table questions rename to unproven_questions',
  'drop index questions_of_run',
  'drop index questions_by_state',
  `create table questions (
    id text primary key,
    run integer not null references runs (id),
    "callId" text not null,
    request blob not null,
    "expiresMs" integer not null,
    "askedMs" integer not null,
    state text not null check (
      state in ('open', 'approved', 'denied', 'expired', 'used', 'lost', 'withdrawn')
    ),
    "approvedBy" text not null,
    "deniedBy" text,
    words blob,
    proof blob
  ) strict`,
  `insert into questions (${columns}) select ${columns} from unproven_questions`,
  "update questions set state = 'expired' where state in ('open', 'approved')",
  'drop table unproven_questions',
  'create index questions_of_run on questions (run, "callId")',
  'create index questions_by_state on questions (state)',
];
