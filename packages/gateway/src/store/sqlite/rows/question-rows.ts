import type { Progress } from '../../questions.ts';
import { sealProgress, sealQuestion, unsealQuestion } from '../../sealed/question.ts';
import type { OpenRun } from '../../sealed/seal.ts';
import type { NewQuestion, Question } from '../../store.ts';
import { insertQuestion, type QuestionRow, updateQuestion } from '../../queries/questions.ts';
import type { Database } from '../connection/database.ts';
import type { RunRows } from './run-rows.ts';

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
  const insert = database.prepare(insertQuestion);
  const update = database.prepare(updateQuestion);
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
