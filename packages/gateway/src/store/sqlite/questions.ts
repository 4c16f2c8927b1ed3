import { answeredBy, eventOf, expiredAt, lost, type Moved, used, withdrawn } from '../questions.ts';
import {
  lateQuestions,
  openQuestions,
  questionById,
  type QuestionRow,
  questionsLike,
  questionsOfCall,
} from '../queries/questions.ts';
import type { Question, QuestionStore } from '../store.ts';
import type { Tip } from '../chain.ts';
import type { Context } from './context.ts';
import type { Database } from './connection/database.ts';
import type { Append } from './rows/event-rows.ts';
import { isInChain } from './question-audit.ts';
import type { QuestionRows, StoredQuestion } from './rows/question-rows.ts';
import type { RunRows } from './rows/run-rows.ts';
import { durably } from './connection/writer.ts';

export interface QuestionParts {
  readonly runs: RunRows;
  readonly rows: QuestionRows;
  readonly append: Append;
}

/**
 * Questions and approvals: each change is one transaction with its event. INVARIANT (used-once): a
 * use lies on the disk before anybody is told of it, so that no loss of power gives a yes back.
 */
export function questionStore(context: Context, parts: QuestionParts): QuestionStore {
  const find = questionFinder(context.database);
  const all = (found: readonly QuestionRow[]): readonly Question[] =>
    found.flatMap((row) => parts.rows.read(row)?.question ?? []);
  return {
    get: async (id) => all(find.byId(id)).at(0),
    ofCall: async (tenant, run, callId) => all(find.ofCall({ tenant, run, callId })).at(0),
    list: async (filter) => all(find.list(filter)),
    countOpen: async (tenant, run) => find.countOpen(tenant, run),
    ...questionChanges(context, { find, ...parts }),
  };
}

type Changes = Pick<QuestionStore, 'answer' | 'use' | 'lose' | 'withdraw' | 'expire'>;

function questionChanges(
  { writer, database }: Context,
  { find, runs, rows, append }: QuestionParts & { readonly find: QuestionFinder },
): Changes {
  const move = (tip: Tip, stored: StoredQuestion, to: Moved): Question => {
    const { run, question } = rows.update(stored, { ...stored.question, ...to.progress });
    const [{ atMs }] = to.happened;
    append(tip, { run, atMs, events: to.happened.map((each) => eventOf(question, each)) });
    return question;
  };
  const isSo = (question: Question): boolean => isInChain(database, runs, question);
  /** Moves a question on, or changes nothing where it is not to be moved. */
  const change = async (
    id: string,
    decide: (question: Question) => Moved | undefined,
  ): Promise<Question | undefined> =>
    await writer.write((tip) => {
      const [stored] = find.byId(id).flatMap((row) => rows.read(row) ?? []);
      const to = stored === undefined ? undefined : decide(stored.question);
      return stored === undefined || to === undefined ? undefined : move(tip, stored, to);
    }, durably);
  return {
    answer: async (answer) =>
      await change(answer.id, (question) =>
        isSo(question) ? answeredBy(question, answer) : undefined,
      ),
    use: async (id, atMs) => {
      const decide = (question: Question): Moved | undefined =>
        isSo(question) ? used(question, atMs) : undefined;
      return (await change(id, decide)) !== undefined;
    },
    lose: async (id, atMs) => (await change(id, (question) => lost(question, atMs))) !== undefined,
    withdraw: async (id, atMs) =>
      (await change(id, (question) => withdrawn(question, atMs))) !== undefined,
    // Lost, it is found too late again.
    expire: async (atMs) =>
      await writer.write((tip) => {
        const late = find.expired(atMs).flatMap((row) => rows.read(row) ?? []);
        return late.map((stored) => move(tip, stored, expiredAt(atMs)));
      }),
  };
}

/** The queries of questions. */
interface QuestionFinder {
  readonly byId: (id: string) => readonly QuestionRow[];
  /** The last asked first. */
  readonly ofCall: (call: {
    readonly tenant: string;
    readonly run: string;
    readonly callId: string;
  }) => readonly QuestionRow[];
  readonly list: (filter: Parameters<QuestionStore['list']>[0]) => readonly QuestionRow[];
  /** The questions that could still be approved or used, and whose time is over. */
  readonly expired: (atMs: number) => readonly QuestionRow[];
  readonly countOpen: (tenant: string, run: string | undefined) => number;
}

function questionFinder(database: Database): QuestionFinder {
  const { query } = database;
  return {
    byId: (id) => database.all(questionById(query, id)),
    ofCall: (call) => database.all(questionsOfCall(query, call)),
    list: (filter) => database.all(questionsLike(query, filter)),
    expired: (atMs) => database.all(lateQuestions(query, atMs)),
    countOpen: (tenant, run) => database.all(openQuestions(query, tenant, run))[0]?.count ?? 0,
  };
}
