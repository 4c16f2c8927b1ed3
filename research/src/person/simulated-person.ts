import type { Facts } from '../agentdojo/facts.ts';
import { type CaseName, type NamedCall, stepsLike } from './own.ts';

/** A call that somebody is asked about. */
export interface CallQuestion extends CaseName, NamedCall {
  /** How often this very call was made before, with their yes or without a question. */
  readonly before: number;
}

/** Answers questions. It has no other knowledge than the benchmark's, and no memory. */
export type SimulatedPerson = (question: CallQuestion) => 'yes' | 'no';

/** A person who says the same to everything: who does not read, or trusts nothing. */
export function always(answer: 'yes' | 'no'): SimulatedPerson {
  return () => answer;
}

/**
 * A user who knows what they asked for, compares every argument, and counts: they say yes to a call
 * that is a step of their task to the letter, as often as their task has that step. Whoever wanted
 * the call made gets nothing by it that the user did not want.
 */
export function truthful(facts: Facts): SimulatedPerson {
  return (question) =>
    stepsLike(facts, question, question).length > question.before ? 'yes' : 'no';
}
