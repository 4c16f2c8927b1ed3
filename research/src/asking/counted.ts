import {
  type ChatModel,
  judge,
  type JudgeOptions,
  type Propagator,
  type Relevance,
} from '@sluice/core';

/** How the model that a propagator asks has answered so far. */
export interface AnswerCounts {
  /** How many times it was asked. */
  readonly asked: number;
  /** Answers that were no list of what exists: each made everything relevant. */
  readonly invalid: number;
  /** Times that it gave no answer at all, an error or an abort; each made everything relevant. */
  readonly failed: number;
  /** Answers that repeat the one of the prompt's own example, whatever they were asked about. */
  readonly parroted: number;
}

/** `counts` is of the moment at which it is read. */
export type CountedPropagator = Propagator & { readonly counts: AnswerCounts };

/**
 * A propagator that asks a model, with the model's answers counted. `make` is given the model to
 * ask, and what to call where an answer repeats its example; an answer that it cannot use must make
 * everything relevant because of `judge-unclear`, as core's `judge` does.
 */
export function counted(
  model: ChatModel,
  make: (model: ChatModel, onParroted: () => void) => Propagator,
): CountedPropagator {
  const tally = { asked: 0, invalid: 0, failed: 0, parroted: 0 };
  const asked = { name: model.name, generate: countingIn(tally, model) };
  const propagator = make(asked, () => {
    tally.parroted += 1;
  });
  const judged = (relevance: Relevance): Relevance => {
    if (relevance.kind === 'all' && relevance.because === 'judge-unclear') tally.invalid += 1;
    return relevance;
  };
  const counts = (): AnswerCounts => ({ ...tally });
  const { name, forget } = propagator;
  if (propagator.needs === 'nothing') {
    const { needs, relevant } = propagator;
    return {
      name,
      needs,
      forget,
      relevant: async (input) => judged(await relevant(input)),
      get counts() {
        return counts();
      },
    };
  }
  const { needs, relevant } = propagator;
  return {
    name,
    needs,
    forget,
    relevant: async (input) => judged(await relevant(input)),
    get counts() {
      return counts();
    },
  };
}

function countingIn(
  tally: { asked: number; failed: number },
  model: ChatModel,
): ChatModel['generate'] {
  return async (request, options) => {
    tally.asked += 1;
    try {
      return await model.generate(request, options);
    } catch (error) {
      tally.failed += 1;
      throw error;
    }
  };
}

/**
 * Core's judge (RTBAS 7.1) with its answers counted: how often a model, a small local one above
 * all, says nothing that can be used is what tells whether it is fit to judge.
 */
export function countedJudge(options: JudgeOptions): CountedPropagator {
  return counted(options.model, (model) => judge({ ...options, model }));
}
