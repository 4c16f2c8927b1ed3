import type { Label } from '@sluice/core';
import { fullLabel, type SearchedContext } from '@sluice/local';
import type { LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';

export interface FindInput {
  readonly question: LabelQuestion;
  readonly lattice: LabelLattice;
  readonly context: SearchedContext;
  readonly completion: string;
  readonly signal: AbortSignal;
}

export interface FoundLabels {
  readonly labels: readonly Label[];
  /** Contexts that were scored for this question, each once, the full one among them. */
  readonly contexts: number;
  /** How a model that was asked in words answered, where one was. */
  readonly reply?: AskedReply | undefined;
}

/** A reply that cannot be read, or that repeats the prompt's own example. */
export interface AskedReply {
  readonly unreadable: boolean;
  readonly parroted: boolean;
}

/** A propagator as the bench asks it: which labels does this completion need? */
export type Finder = (input: FindInput) => Promise<FoundLabels>;

/** Every document is relevant: the label of the context. */
export const naiveFinder: Finder = ({ context }) => {
  return Promise.resolve({ labels: [fullLabel(context)], contexts: 0 });
};
