import { z } from 'zod';
import { Answers } from '../../task/answers.ts';
import { keptRelevance } from '../../task/kept-relevance.ts';

const cost = z.object({
  /** Runs of a model: generations, scored contexts, passes. */
  modelCalls: z.number().nonnegative(),
  /** Tokens that models were run on. */
  tokens: z.number().nonnegative(),
  seconds: z.number().nonnegative(),
});

/** The cost of asking a propagator. */
export type Cost = Readonly<z.infer<typeof cost>>;

export const noCost: Cost = { modelCalls: 0, tokens: 0, seconds: 0 };

export function costsTogether(a: Cost, b: Cost): Cost {
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    tokens: a.tokens + b.tokens,
    seconds: a.seconds + b.seconds,
  };
}

/** A propagator's answer about a call, and its cost. */
const answerSchema = z.object({ said: keptRelevance, cost });

export type Answer = Readonly<z.infer<typeof answerSchema>>;

/**
 * The answers of propagators, kept in a file of ids and labels, without any text. One that was
 * aborted has said nothing.
 */
export function keptAnswers(file?: string): Answers<Answer> {
  return new Answers(answerSchema, {
    file,
    isKept: ({ said }) => said.kind !== 'all' || said.because !== 'aborted',
  });
}
