import { openRun } from '../open-run.ts';
import {
  lateQuestions,
  openQuestions,
  questionById,
  type QuestionRow,
  questionsLike,
  questionsOfCall,
  updateQuestion,
} from '../queries/questions.ts';
import {
  answeredBy,
  eventOf,
  expiredAt,
  lost,
  type Moved,
  stateIn,
  used,
  withdrawn,
} from '../questions.ts';
import type { KeyRing } from '../sealed/key-ring.ts';
import { sealProgress, unsealQuestion } from '../sealed/question.ts';
import type { OpenRun } from '../sealed/seal.ts';
import type { Question, QuestionStore, StoredEvent } from '../store.ts';
import { storeLimits } from '../limits.ts';
import type { Session } from './connection/session.ts';
import type { Transaction } from './connection/transaction.ts';
import type { Context } from './context.ts';
import { append, listEvents } from './rows.ts';

export interface StoredQuestion {
  readonly question: Question;
  readonly run: OpenRun;
}

/** The question and its run; `undefined` where the run was erased. */
export function storedQuestion(keys: KeyRing, row: QuestionRow): StoredQuestion | undefined {
  const { run: id, tenant, runName, key } = row;
  const run = openRun(keys, { id, tenant, run: runName, key });
  return run === undefined ? undefined : { run, question: unsealQuestion(row, run) };
}

/**
 * Questions and approvals: each change is one transaction with its event. INVARIANT (used-once): a
 * use is committed before anybody is told of it, and only where the chain says that it is due.
 */
export function questionStore(context: Context): QuestionStore {
  const { database, keys } = context;
  const all = (rows: readonly QuestionRow[]): readonly Question[] =>
    rows.flatMap((row) => storedQuestion(keys, row)?.question ?? []);
  return {
    get: async (id) =>
      await database.read(async (session) =>
        all(await session.rows((query) => questionById(query, id))).at(0),
      ),
    ofCall: async (tenant, run, callId) =>
      await database.read(async (session) =>
        all(await session.rows((query) => questionsOfCall(query, { tenant, run, callId }))).at(0),
      ),
    list: async (filter) =>
      await database.read(async (session) =>
        all(await session.rows((query) => questionsLike(query, filter))),
      ),
    countOpen: async (tenant, run) =>
      await database.read(async (session) => {
        const [row] = await session.rows((query) => openQuestions(query, tenant, run));
        return row?.count ?? 0;
      }),
    ...changes(context),
  };
}

type Changes = Pick<QuestionStore, 'answer' | 'use' | 'lose' | 'withdraw' | 'expire'>;

function changes(context: Context): Changes {
  const { writer, keys } = context;
  /** Moves a question on, or changes nothing where it is not to be moved. */
  const change = async (
    id: string,
    decide: (question: Question, session: Session) => Promise<Moved | undefined>,
  ): Promise<Question | undefined> =>
    await writer.write(async (transaction) => {
      const { session } = transaction;
      const rows = await session.rows((query) => questionById(query, id));
      const [stored] = rows.flatMap((row) => storedQuestion(keys, row) ?? []);
      const to = stored === undefined ? undefined : await decide(stored.question, session);
      if (stored === undefined || to === undefined) return undefined;
      return move(transaction, { stored, to, context });
    });
  const isSo = async (question: Question, session: Session): Promise<boolean> =>
    stateIn(await eventsAbout(session, keys, question)) === question.state;
  return {
    answer: async (answer) =>
      await change(answer.id, async (question, session) =>
        (await isSo(question, session)) ? answeredBy(question, answer) : undefined,
      ),
    use: async (id, atMs) => {
      const moved = await change(id, async (question, session) =>
        (await isSo(question, session)) ? used(question, atMs) : undefined,
      );
      return moved !== undefined;
    },
    lose: async (id, atMs) =>
      (await change(id, async (question) => lost(question, atMs))) !== undefined,
    withdraw: async (id, atMs) =>
      (await change(id, async (question) => withdrawn(question, atMs))) !== undefined,
    expire: async (atMs) =>
      await writer.write(async (transaction) => {
        const rows = await transaction.session.rows((query) => lateQuestions(query, atMs));
        const late = rows.flatMap((row) => storedQuestion(keys, row) ?? []);
        return late.map((stored) => move(transaction, { stored, to: expiredAt(atMs), context }));
      }),
  };
}

function move(
  transaction: Transaction,
  { stored, to, context }: { stored: StoredQuestion; to: Moved; context: Context },
): Question {
  const { run } = stored;
  const question = { ...stored.question, ...to.progress };
  const progress = sealProgress(stored.question, run, question);
  transaction.send(updateQuestion, { id: question.id, ...progress });
  const [{ atMs }] = to.happened;
  const events = to.happened.map((each) => eventOf(question, each));
  append(transaction, { run, atMs, events }, context);
  return question;
}

/** All events about the question, in its own run. */
export async function eventsAbout(
  session: Session,
  keys: KeyRing,
  { id: subject, tenant, run }: Pick<Question, 'id' | 'tenant' | 'run'>,
): Promise<readonly StoredEvent[]> {
  const limit = storeLimits.rowsPerSliceMax;
  const found: StoredEvent[] = [];
  for (let after = 0; ;) {
    const page = await listEvents(session, keys, { tenant, run, subject, after, limit });
    found.push(...page);
    if (page.length < limit) return found;
    after = page.at(-1)?.seq ?? after;
  }
}
