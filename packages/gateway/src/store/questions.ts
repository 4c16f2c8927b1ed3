import type { Question, QuestionAnswer } from './store.ts';

/** What an answer makes of a question. */
export type Answered = Pick<Question, 'state' | 'approvedBy' | 'deniedBy' | 'words'>;

/**
 * Pure: the question after the answer, or `undefined` where the answer changes nothing: it is not
 * open, it expired, something else was shown, or the same person said yes before. One no suffices;
 * a yes suffices where nobody is named, and otherwise everyone who is named must say it.
 */
export function answered(question: Question, answer: QuestionAnswer): Answered | undefined {
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
