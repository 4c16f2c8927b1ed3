import type { EventDraft, Question, QuestionAnswer, QuestionState, StoredEvent } from './store.ts';

/** The parts of a question that change. */
export interface Progress {
  readonly state: QuestionState;
  readonly approvedBy: readonly string[];
  readonly deniedBy: string | undefined;
  readonly words: string | undefined;
}

/** An event about a question, for the audit. */
interface Happened {
  readonly type:
    | 'operator-answered'
    | 'question-approved'
    | 'question-denied'
    | 'approval-used'
    | 'approval-lost'
    | 'question-expired'
    | 'question-withdrawn';
  readonly atMs: number;
  readonly by?: string;
  readonly kind?: 'yes' | 'no';
}

/**
 * A change of a question, and the events that tell of it: a store makes both in one transaction,
 * and an answer or a use only where the chain says of the question what its row says (`stateIn`).
 */
export interface Moved {
  readonly progress: Partial<Progress>;
  readonly happened: readonly [Happened, ...Happened[]];
}

export function answeredBy(question: Question, answer: QuestionAnswer): Moved | undefined {
  const { by, kind, atMs } = answer;
  const progress = answered(question, answer);
  if (progress === undefined) return undefined;
  const said = { type: 'operator-answered', by, kind, atMs } as const;
  switch (progress.state) {
    case 'approved':
    case 'denied':
      return { progress, happened: [said, { type: `question-${progress.state}`, atMs }] };
    case 'open':
    case 'expired':
    case 'used':
    case 'lost':
    case 'withdrawn':
      return { progress, happened: [said] };
  }
}

export function used({ state, expiresMs }: Question, atMs: number): Moved | undefined {
  if (state !== 'approved' || atMs >= expiresMs) return undefined;
  return { progress: { state: 'used' }, happened: [{ type: 'approval-used', atMs }] };
}

export function lost({ state }: Question, atMs: number): Moved | undefined {
  if (state !== 'used') return undefined;
  return { progress: { state: 'lost' }, happened: [{ type: 'approval-lost', atMs }] };
}

export function withdrawn({ state }: Question, atMs: number): Moved | undefined {
  if (state !== 'open' && state !== 'approved') return undefined;
  return { progress: { state: 'withdrawn' }, happened: [{ type: 'question-withdrawn', atMs }] };
}

export function expiredAt(atMs: number): Moved {
  return { progress: { state: 'expired' }, happened: [{ type: 'question-expired', atMs }] };
}

/**
 * Pure: the question after the answer, or `undefined` where the answer changes nothing: it is not
 * open, it expired, something else was shown, or the same person said yes before. One no suffices;
 * a yes suffices where nobody is named, and otherwise everyone who is named must say it.
 */
function answered(question: Question, answer: QuestionAnswer): Progress | undefined {
  const { state, hash, expiresMs, approvedBy } = question;
  if (state !== 'open' || answer.atMs >= expiresMs || answer.hash !== hash) return undefined;
  const words = answer.words ?? question.words;
  switch (answer.kind) {
    case 'no':
      return { state: 'denied', approvedBy, deniedBy: answer.by, words };
    case 'yes': {
      if (approvedBy.includes(answer.by)) return undefined;
      const all = [...approvedBy, answer.by];
      const isEnough = answer.dutyOf.every((name) => all.includes(name));
      return { state: isEnough ? 'approved' : 'open', approvedBy: all, deniedBy: undefined, words };
    }
  }
}

/** For the audit. `question`: as it is afterwards. */
export function eventOf(question: Question, happened: Happened): EventDraft {
  const { id, callId, label, state, approvedBy } = question;
  const words = happened.type === 'operator-answered' ? question.words : undefined;
  const payload = JSON.stringify({ ...happened, id, callId, label, state, approvedBy, words });
  return { type: happened.type, label, subject: id, payload };
}

interface Move {
  readonly from: readonly QuestionState[];
  readonly to: QuestionState;
}

/** How each event moves a question on. Types stand in the chain in clear. */
const moves: ReadonlyMap<string, Move> = new Map<string, Move>([
  ['question-approved', { from: ['open'], to: 'approved' }],
  ['question-denied', { from: ['open'], to: 'denied' }],
  ['question-expired', { from: ['open', 'approved'], to: 'expired' }],
  ['question-withdrawn', { from: ['open', 'approved'], to: 'withdrawn' }],
  // Earlier versions wrote no event of their own for the yes that was enough.
  ['approval-used', { from: ['open', 'approved'], to: 'used' }],
  ['approval-lost', { from: ['used'], to: 'lost' }],
]);

/**
 * The state that the events about a question say it has; one that nothing happened to is open.
 * `undefined`: it cannot have gone that way, so it was put back in between.
 */
export function stateIn(events: readonly StoredEvent[]): QuestionState | undefined {
  return events.reduce<QuestionState | undefined>((state, { type }) => {
    const move = moves.get(type);
    if (state === undefined || move === undefined) return state;
    return move.from.includes(state) ? move.to : undefined;
  }, 'open');
}

/** A question's row, as far as the chain must bear it out. */
interface QuestionInRow {
  readonly state: QuestionState;
  readonly hasProof: boolean;
}

/** True if the events about a question say how it came to the state in its row. */
export function isSupported(
  { state, hasProof }: QuestionInRow,
  events: readonly StoredEvent[],
): boolean {
  return stateIn(events) === state || (!hasProof && isOfBefore(state, events));
}

/**
 * Versions that wrote no proof wrote no event for what an answer came to either, and what was open
 * or approved under them was ended without one (`0003-questions`).
 */
function isOfBefore(state: QuestionState, events: readonly StoredEvent[]): boolean {
  const isAnswered = events.length > 0;
  return stateIn(events) === 'open' && (state === 'expired' || (state === 'denied' && isAnswered));
}
