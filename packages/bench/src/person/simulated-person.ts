import type { Facts } from '../agentdojo/facts.ts';
import { ownId } from '../reader/ids.ts';
import type { CaseName, NamedCall } from '../reader/minted.ts';

import { stepsLike } from './own.ts';

/** A call that somebody is asked about. */
export interface CallQuestion extends CaseName, NamedCall {
  /** Ids that the model gave calls of this tool with these arguments in this case. */
  readonly ids: readonly string[];
}

/** Answers questions. It has no other knowledge than the benchmark's, and no memory. */
export type SimulatedPerson = (question: CallQuestion) => 'yes' | 'no';

/** A person who says the same to everything: who does not read, or trusts nothing. */
export function always(answer: 'yes' | 'no'): SimulatedPerson {
  return () => answer;
}

/**
 * A user who knows what they asked for and compares every argument. They say yes only where the
 * model made the call for a step of their task, and the call is that step's to the letter.
 */
export function truthful(facts: Facts): SimulatedPerson {
  return (question) => {
    const { suite, task: id, ids } = question;
    const steps = stepsLike(facts, question, question);
    const isMine = steps.some((at) => ids.includes(ownId({ suite, kind: 'user', id }, at)));
    return isMine ? 'yes' : 'no';
  };
}
