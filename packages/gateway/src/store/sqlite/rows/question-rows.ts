import type { Progress } from '../../questions.ts';
import { sealProgress, sealQuestion, unsealQuestion } from '../../sealed/question.ts';
import type { OpenRun } from '../../sealed/seal.ts';
import type { NewQuestion, Question, QuestionState } from '../../store.ts';
import type { Database } from '../connection/database.ts';
import type { RunRows } from './run-rows.ts';
import type { QuestionsTable } from './tables.ts';

/** A question's row joined with its run's. */
export interface QuestionRow extends QuestionsTable {
  readonly tenant: string;
  readonly runName: string;
  readonly key: Uint8Array | null;
}

export interface QuestionRows {
  readonly add: (
    run: OpenRun,
    asked: { askedMs: number; questions: readonly NewQuestion[] },
  ) => void;
  /** The question and its run; `undefined` where the run was erased. */
  readonly read: (row: QuestionRow) => StoredQuestion | undefined;
  readonly update: (stored: StoredQuestion, progress: Progress) => StoredQuestion;
}

export interface StoredQuestion {
  readonly question: Question;
  readonly run: OpenRun;
}

export function questionRows(database: Database, runs: RunRows): QuestionRows {
  const insert = insertQuestion(database);
  const update = updateQuestion(database);
  return {
    add: (run, { askedMs, questions }) => {
      for (const asked of questions) {
        const { id, callId, expiresMs } = asked;
        insert.run({ id, run: run.id, callId, expiresMs, askedMs, ...sealQuestion(asked, run) });
      }
    },
    read: (row) => {
      const { run: id, tenant, runName, key } = row;
      const run = runs.open({ id, tenant, run: runName, key });
      return run === undefined ? undefined : { run, question: unsealQuestion(row, run) };
    },
    update: ({ question, run }, progress) => {
      update.run({ id: question.id, ...sealProgress(question, run, progress) });
      return { run, question: { ...question, ...progress } };
    },
  };
}

function insertQuestion(database: Database) {
  return database.prepare<NewRow>()((query, slot) =>
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
}

type NewRow = Pick<
  QuestionsTable,
  'id' | 'run' | 'callId' | 'request' | 'expiresMs' | 'askedMs'
> & { readonly proof: Uint8Array } & Readonly<Record<string, string | number | Uint8Array>>;

function updateQuestion(database: Database) {
  return database.prepare<{
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
}
