import type { EventDraft, Question, QuestionAnswer, QuestionStore } from '../store.ts';
import { answered } from '../questions.ts';
import type { Context } from './context.ts';
import type { Append } from './event-rows.ts';
import { type QuestionFinder, questionFinder } from './question-finder.ts';
import type { Progress, QuestionRow, QuestionRows, StoredQuestion } from './question-rows.ts';
import type { Tip } from './writer.ts';

export interface QuestionParts {
  readonly rows: QuestionRows;
  readonly append: Append;
}

/** What happened to a question, for the audit. */
interface Happened {
  readonly type: 'operator-answered' | 'approval-used' | 'question-expired' | 'question-withdrawn';
  readonly atMs: number;
  readonly by?: string;
  readonly kind?: 'yes' | 'no';
}

/** Questions and approvals: each change is one transaction with its event. */
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

type Changes = Pick<QuestionStore, 'answer' | 'use' | 'withdraw' | 'expire'>;

function questionChanges(
  { writer }: Context,
  { find, rows, append }: QuestionParts & { readonly find: QuestionFinder },
): Changes {
  const move = (tip: Tip, stored: StoredQuestion, to: Moved): Question => {
    const { run, question } = rows.update(stored, { ...stored.question, ...to.progress });
    append(tip, { run, atMs: to.happened.atMs, events: [eventOf(question, to.happened)] });
    return question;
  };
  /** Moves a question on, or changes nothing where it is not to be moved. */
  const change = async (
    id: string,
    decide: (question: Question) => Moved | undefined,
  ): Promise<Question | undefined> =>
    await writer.write((tip) => {
      const [stored] = find.byId(id).flatMap((row) => rows.read(row) ?? []);
      const to = stored === undefined ? undefined : decide(stored.question);
      return stored === undefined || to === undefined ? undefined : move(tip, stored, to);
    });
  return {
    answer: async (answer) => await change(answer.id, (question) => answeredBy(question, answer)),
    use: async (id, atMs) => (await change(id, (question) => used(question, atMs))) !== undefined,
    withdraw: async (id, atMs) =>
      (await change(id, (question) => withdrawn(question, atMs))) !== undefined,
    expire: async (atMs) =>
      await writer.write((tip) => {
        const late = find.expired(atMs).flatMap((row) => rows.read(row) ?? []);
        return late.map((stored) => move(tip, stored, expiredAt(atMs)));
      }),
  };
}

function answeredBy(question: Question, answer: QuestionAnswer): Moved | undefined {
  const { by, kind, atMs } = answer;
  const progress = answered(question, answer);
  if (progress === undefined) return undefined;
  return { progress, happened: { type: 'operator-answered', by, kind, atMs } };
}

function used({ state, expiresMs }: Question, atMs: number): Moved | undefined {
  if (state !== 'approved' || atMs >= expiresMs) return undefined;
  return { progress: { state: 'used' }, happened: { type: 'approval-used', atMs } };
}

function withdrawn({ state }: Question, atMs: number): Moved | undefined {
  if (state !== 'open') return undefined;
  return { progress: { state: 'withdrawn' }, happened: { type: 'question-withdrawn', atMs } };
}

function expiredAt(atMs: number): Moved {
  return { progress: { state: 'expired' }, happened: { type: 'question-expired', atMs } };
}

interface Moved {
  readonly progress: Partial<Progress>;
  readonly happened: Happened;
}

function eventOf(question: Question, happened: Happened): EventDraft {
  const { id, callId, label, state, approvedBy, words } = question;
  const payload = JSON.stringify({ ...happened, id, callId, label, state, approvedBy, words });
  return { type: happened.type, label, subject: id, payload };
}
