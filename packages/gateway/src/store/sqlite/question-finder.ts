import type { QuestionStore } from '../store.ts';
import type { Database } from './database.ts';
import type { QuestionRow } from './question-rows.ts';

/** The queries of questions. */
export interface QuestionFinder {
  readonly byId: (id: string) => readonly QuestionRow[];
  /** The last asked first. */
  readonly ofCall: (call: {
    readonly tenant: string;
    readonly run: string;
    readonly callId: string;
  }) => readonly QuestionRow[];
  readonly list: (filter: Parameters<QuestionStore['list']>[0]) => readonly QuestionRow[];
  /** What can still be approved or used, and is too late. */
  readonly expired: (atMs: number) => readonly QuestionRow[];
  readonly countOpen: (tenant: string, run: string | undefined) => number;
}

export function questionFinder(database: Database): QuestionFinder {
  const rows = database.query
    .selectFrom('questions')
    .innerJoin('runs', 'runs.id', 'questions.run')
    .selectAll('questions')
    .select(['runs.tenant', 'runs.run as runName', 'runs.key'])
    .orderBy('questions.askedMs', 'desc')
    .orderBy('questions.id');
  const expired = rows.where('questions.state', 'in', ['open', 'approved']);
  return {
    byId: (id) => database.all(rows.where('questions.id', '=', id)),
    ofCall: ({ tenant, run, callId }) =>
      database.all(
        rows
          .where('runs.tenant', '=', tenant)
          .where('runs.run', '=', run)
          .where('questions.callId', '=', callId),
      ),
    list: ({ tenant, state, limit }) =>
      database.all(
        rows
          .$if(tenant !== undefined, (only) => only.where('runs.tenant', '=', tenant ?? ''))
          .$if(state !== undefined, (only) => only.where('questions.state', '=', state ?? 'open'))
          .limit(limit),
      ),
    expired: (atMs) => database.all(expired.where('questions.expiresMs', '<=', atMs)),
    countOpen: (tenant, run) => {
      const counted = database.query
        .selectFrom('questions')
        .innerJoin('runs', 'runs.id', 'questions.run')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('questions.state', '=', 'open')
        .where('runs.tenant', '=', tenant)
        .$if(run !== undefined, (only) => only.where('runs.run', '=', run ?? ''));
      return database.all(counted)[0]?.count ?? 0;
    },
  };
}
