import { storeLimits } from '../limits.ts';
import type { QuestionState, QuestionStore } from '../store.ts';
import { type Queries, statement } from './statement.ts';
import type { QuestionsTable } from './tables.ts';

/** A question's row joined with its run's. */
export interface QuestionRow extends QuestionsTable {
  readonly tenant: string;
  readonly runName: string;
  readonly key: Uint8Array | null;
}

type NewRow = Readonly<
  Pick<QuestionsTable, 'id' | 'run' | 'callId' | 'request' | 'expiresMs' | 'askedMs'>
> & { readonly proof: Uint8Array };

export const insertQuestion = statement<NewRow>()((query, slot) =>
  query.insertInto('questions').values({
    id: slot('id'),
    run: slot('run'),
    callId: slot('callId'),
    request: slot('request'),
    expiresMs: slot('expiresMs'),
    askedMs: slot('askedMs'),
    state: 'open',
    approvedBy: '[]',
    deniedBy: null,
    words: null,
    proof: slot('proof'),
  }),
);

export const updateQuestion = statement<{
  id: string;
  state: QuestionState;
  approvedBy: string;
  deniedBy: string | null;
  words: Uint8Array | null;
  proof: Uint8Array;
}>()((query, slot) =>
  query
    .updateTable('questions')
    .set({
      state: slot('state'),
      approvedBy: slot('approvedBy'),
      deniedBy: slot('deniedBy'),
      words: slot('words'),
      proof: slot('proof'),
    })
    .where('id', '=', slot('id')),
);

export function questionById(query: Queries, id: string) {
  return newestFirst(query).where('questions.id', '=', id);
}

/** The last asked first. */
export function questionsOfCall(
  query: Queries,
  { tenant, run, callId }: Readonly<Record<'tenant' | 'run' | 'callId', string>>,
) {
  return newestFirst(query)
    .where('runs.tenant', '=', tenant)
    .where('runs.run', '=', run)
    .where('questions.callId', '=', callId);
}

export function questionsLike(
  query: Queries,
  { tenant, state, limit }: Parameters<QuestionStore['list']>[0],
) {
  return newestFirst(query)
    .$if(tenant !== undefined, (only) => only.where('runs.tenant', '=', tenant ?? ''))
    .$if(state !== undefined, (only) => only.where('questions.state', '=', state ?? 'open'))
    .limit(limit);
}

/** The questions that could still be approved or used, and whose time is over. */
export function lateQuestions(query: Queries, atMs: number) {
  return newestFirst(query)
    .where('questions.state', 'in', ['open', 'approved'])
    .where('questions.expiresMs', '<=', atMs);
}

export function openQuestions(query: Queries, tenant: string, run: string | undefined) {
  return query
    .selectFrom('questions')
    .innerJoin('runs', 'runs.id', 'questions.run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('questions.state', '=', 'open')
    .where('runs.tenant', '=', tenant)
    .$if(run !== undefined, (only) => only.where('runs.run', '=', run ?? ''));
}

export function questionSlice(query: Queries, after: string) {
  return joined(query)
    .where('questions.id', '>', after)
    .orderBy('questions.id')
    .limit(storeLimits.questionsPerSliceMax);
}

function newestFirst(query: Queries) {
  return joined(query).orderBy('questions.askedMs', 'desc').orderBy('questions.id');
}

function joined(query: Queries) {
  return query
    .selectFrom('questions')
    .innerJoin('runs', 'runs.id', 'questions.run')
    .selectAll('questions')
    .select(['runs.tenant', 'runs.run as runName', 'runs.key']);
}
