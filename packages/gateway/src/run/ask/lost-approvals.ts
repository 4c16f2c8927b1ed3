import type { Question, Store } from '../../store/store.ts';

const questionsMax = 2_000;

/**
 * Approvals that were used up when the process ended, before what came of them was stored: the call
 * was not given out, and is not any more. Says so of each, and resolves to them. To be called
 * before anything is served.
 */
export async function endLostApprovals(store: Store, atMs: number): Promise<readonly Question[]> {
  const lost: Question[] = [];
  for (const question of await store.questions.list({ state: 'used', limit: questionsMax })) {
    if (await wasStored(store, question)) continue;
    if (await store.questions.lose(question.id, atMs)) lost.push(question);
  }
  return lost;
}

/** A step that goes on from an answer records the answer, in the change that stores the step. */
async function wasStored(
  { events }: Store,
  { tenant, run, callId: subject }: Question,
): Promise<boolean> {
  const type = 'question-answered';
  return (await events.list({ tenant, run, subject, type, limit: 1 })).length > 0;
}
