import { Answers } from '../../task/answers.ts';
import type { LabelSpace, Relevance } from '@sluice/core';
import { z } from 'zod';

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

/** What a propagator said of a call, as it is kept: labels by their text. */
const answerSchema = z.object({
  said: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('regions'), regions: z.array(z.string()).readonly() }),
    z.object({ kind: z.literal('label'), label: z.string() }),
    z.object({ kind: z.literal('all'), because: z.string() }),
  ]),
  cost,
});

export type Answer = Readonly<z.infer<typeof answerSchema>>;

/** What is kept of a relevance: its evidence is not. */
export function saidOf(relevance: Relevance): Answer['said'] {
  switch (relevance.kind) {
    case 'regions':
      return { kind: 'regions', regions: relevance.regions };
    case 'label':
      return { kind: 'label', label: relevance.label.text };
    case 'all':
      return { kind: 'all', because: relevance.because };
  }
}

/** The relevance that was kept. Throws `label-invalid` for a label of another space. */
export function relevanceOf({ said }: Answer, space: LabelSpace): Relevance {
  switch (said.kind) {
    case 'regions':
      return { kind: 'regions', regions: said.regions, evidence: [], unsourced: [] };
    case 'label':
      return { kind: 'label', label: space.parse(said.label) };
    case 'all':
      return said;
  }
}

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
