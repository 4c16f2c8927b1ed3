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

/** What asking a propagator took. */
export type Cost = Readonly<z.infer<typeof cost>>;

export const noCost: Cost = { modelCalls: 0, tokens: 0, seconds: 0 };

export function costsTogether(a: Cost, b: Cost): Cost {
  return {
    modelCalls: a.modelCalls + b.modelCalls,
    tokens: a.tokens + b.tokens,
    seconds: a.seconds + b.seconds,
  };
}

/** What a propagator said of a call, and what it took. */
const answerSchema = z.object({ said: keptRelevance, cost });

export type Answer = Readonly<z.infer<typeof answerSchema>>;

/**
 * What propagators said, kept in a file of ids and labels, without any text. One that was aborted
 * has said nothing.
 */
export function keptAnswers(file?: string): Answers<Answer> {
  return new Answers(answerSchema, {
    file,
    isKept: ({ said }) => said.kind !== 'all' || said.because !== 'aborted',
  });
}
