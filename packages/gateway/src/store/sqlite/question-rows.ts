import { z } from 'zod';
import type { NewQuestion, Question, QuestionState } from '../store.ts';
import { seal, unseal } from '../sealed/seal.ts';
import type { Database } from './database.ts';
import { opened, type OpenRun, type RunRows } from './run-rows.ts';
import type { QuestionsTable } from './tables.ts';

/** A question's row joined with its run's. */
export interface QuestionRow extends QuestionsTable {
  readonly tenant: string;
  readonly runName: string;
  readonly key: Uint8Array | null;
}

/** What an answer may change of a question. */
export interface Progress {
  readonly state: QuestionState;
  readonly approvedBy: readonly string[];
  readonly deniedBy: string | undefined;
  readonly words: string | undefined;
}

/** Rows of questions: what was shown and what was written is sealed under the run's key. */
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
        const request = seal(run.key, asked.request, boundOf('request', asked, run));
        insert.run({ ...asked, request, run: run.id, askedMs });
      }
    },
    read: (row) => {
      const { run: id, tenant, runName, key } = row;
      const run = runs.open({ id, tenant, run: runName, key });
      return run === undefined ? undefined : { run, question: questionOf(row, run) };
    },
    update: ({ question, run }, progress) => {
      const { state, approvedBy, deniedBy, words } = progress;
      update.run({
        id: question.id,
        state,
        approvedBy: JSON.stringify(approvedBy),
        deniedBy: deniedBy ?? null,
        words: words === undefined ? null : seal(run.key, words, boundOf('words', question, run)),
      });
      return { run, question: { ...question, ...progress } };
    },
  };
}

function questionOf(row: QuestionRow, run: OpenRun): Question {
  const { id, callId, hash, label, expiresMs, askedMs, state, deniedBy, words } = row;
  const text = (part: 'request' | 'words', sealed: Uint8Array): string =>
    opened(() => unseal(run.key, sealed, boundOf(part, row, run)).toString('utf8'));
  return {
    id,
    tenant: run.tenant,
    run: run.run,
    callId,
    hash,
    label,
    request: text('request', row.request),
    expiresMs,
    askedMs,
    state,
    approvedBy: namesIn(row.approvedBy),
    deniedBy: deniedBy ?? undefined,
    words: words === null ? undefined : text('words', words),
  };
}

/** All that an approval relies on: a row in which one of these was changed does not open. */
function boundOf(
  part: 'request' | 'words',
  { id, callId, hash, label, expiresMs }: Omit<NewQuestion, 'request'>,
  { tenant, run }: OpenRun,
): readonly (string | number)[] {
  return [part, tenant, run, id, callId, hash, label, expiresMs];
}

function namesIn(json: string): readonly string[] {
  return opened(() => z.array(z.string()).parse(JSON.parse(json)));
}

function insertQuestion(database: Database) {
  return database.prepare<NewRow>()((query, slot) =>
    query.insertInto('questions').values({
      id: slot('id'),
      run: slot('run'),
      callId: slot('callId'),
      hash: slot('hash'),
      label: slot('label'),
      request: slot('request'),
      expiresMs: slot('expiresMs'),
      askedMs: slot('askedMs'),
      state: 'open',
      approvedBy: '[]',
      deniedBy: null,
      words: null,
    }),
  );
}

type NewRow = Omit<NewQuestion, 'request'> & {
  readonly run: number;
  readonly request: Uint8Array;
  readonly askedMs: number;
} & Readonly<Record<string, string | number | Uint8Array>>;

function updateQuestion(database: Database) {
  return database.prepare<{
    id: string;
    state: QuestionState;
    approvedBy: string;
    deniedBy: string | null;
    words: Uint8Array | null;
  }>()((query, slot) =>
    query
      .updateTable('questions')
      .set({
        state: slot('state'),
        approvedBy: slot('approvedBy'),
        deniedBy: slot('deniedBy'),
        words: slot('words'),
      })
      .where('id', '=', slot('id')),
  );
}
