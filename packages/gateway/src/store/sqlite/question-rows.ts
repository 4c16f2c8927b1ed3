import { z } from 'zod';
import { StoreError } from '../errors.ts';
import type { NewQuestion, Question, QuestionState } from '../store.ts';
import { type Bound, seal, unseal } from '../sealed/seal.ts';
import { packTexts, unpackTexts } from '../sealed/texts.ts';
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

/**
 * Rows of questions: what was shown and what was written is sealed under the run's key, and so are
 * the label, which may name computed readers, and the hash, by which one could try out what
 * was shown.
 */
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
        const texts = packTexts([asked.label, asked.hash, asked.request]);
        const request = seal(run.key, texts, boundOfRequest(asked, run));
        const proof = proofOf(asked, run, { state: 'open', approvedBy: [], deniedBy: undefined });
        insert.run({ id, run: run.id, callId, request, expiresMs, askedMs, proof });
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
        words: words === undefined ? null : seal(run.key, words, boundOfWords(question, run)),
        proof: proofOf(question, run, progress),
      });
      return { run, question: { ...question, ...progress } };
    },
  };
}

function questionOf(row: QuestionRow, run: OpenRun): Question {
  const { id, callId, expiresMs, askedMs, words } = row;
  const text = (sealed: Uint8Array, bound: Bound): string =>
    opened(() => unseal(run.key, sealed, bound).toString('utf8'));
  const asked = { id, callId, expiresMs, ...shownIn(text(row.request, boundOfRequest(row, run))) };
  return {
    ...asked,
    tenant: run.tenant,
    run: run.run,
    askedMs,
    ...proven(row, run),
    words: words === null ? undefined : text(words, boundOfWords(asked, run)),
  };
}

function shownIn(texts: string): Pick<NewQuestion, 'label' | 'hash' | 'request'> {
  return opened(() => {
    const [label, hash, request] = z
      .tuple([z.string(), z.string(), z.string()])
      .parse(unpackTexts(texts));
    return { label, hash, request };
  });
}

type Proven = Pick<Progress, 'state' | 'approvedBy' | 'deniedBy'>;

/** Who can write the database can write a state; without the run's key, no proof of it. */
function proven(row: QuestionRow, run: OpenRun): Proven {
  const { state, deniedBy, proof } = row;
  const progress = { state, approvedBy: namesIn(row.approvedBy), deniedBy: deniedBy ?? undefined };
  const isProven =
    proof === null
      ? endsWithoutProof(state)
      : opened(() => unseal(run.key, proof, boundOfProof(row, run)).toString('utf8')) ===
        proofText(progress);
  if (isProven) return progress;
  throw new StoreError('store-corrupt', 'a question was changed outside of the gateway', {
    hint: 'run `sluice verify`, stop the gateway and put back a backup',
  });
}

/** Rows of versions that wrote no proof stand, where nothing can follow from them any more. */
function endsWithoutProof(state: QuestionState): boolean {
  return state !== 'open' && state !== 'approved';
}

function proofOf(
  question: Pick<NewQuestion, 'id' | 'callId' | 'expiresMs'>,
  run: OpenRun,
  progress: Proven,
): Uint8Array {
  return seal(run.key, proofText(progress), boundOfProof(question, run));
}

function proofText({ state, approvedBy, deniedBy }: Proven): string {
  return JSON.stringify([state, approvedBy, deniedBy ?? null]);
}

function boundOfProof(
  { id, callId, expiresMs }: Pick<NewQuestion, 'id' | 'callId' | 'expiresMs'>,
  { tenant, run }: OpenRun,
): Bound {
  return ['progress', tenant, run, id, callId, expiresMs];
}

/** All that an approval relies on: a row in which one of these was changed does not open. */
function boundOfRequest(
  { id, callId, expiresMs }: Pick<NewQuestion, 'id' | 'callId' | 'expiresMs'>,
  { tenant, run }: OpenRun,
): Bound {
  return ['request', tenant, run, id, callId, expiresMs];
}

/** The same, and what the words are about. */
function boundOfWords(
  { id, callId, hash, label, expiresMs }: Omit<NewQuestion, 'request'>,
  { tenant, run }: OpenRun,
): Bound {
  return ['words', tenant, run, id, callId, hash, label, expiresMs];
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
