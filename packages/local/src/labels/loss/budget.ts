import { SluiceError } from '@sluice/core';
import type { PromptKind } from '../../port/prompt.ts';
import type { Scored, TokenCount } from '../../port/scorer.ts';

/** The bounds of a search. Where one is reached, the answer is the full context's label. */
export interface ScoringBudget {
  /** Contexts scored, the full one included. */
  readonly labelsMax: number;
  /**
   * Tokens of the prompts and completions asked about, kept prefixes included: what a scorer keeps
   * of other searches must not decide an answer. Looked at before each context, so that one context
   * may run over it.
   */
  readonly tokensMax: number;
}

/** The cost of a search. */
export interface ScoringCost {
  /** How many contexts were scored; a context whose score is remembered costs nothing. */
  readonly contexts: number;
  /** How many of these were stopped before their last token. */
  readonly stopped: number;
  /** Tokens that the model was run on. What kept prefixes had is not among them. */
  readonly tokens: TokenCount;
}

const kinds: readonly (PromptKind | 'completion')[] = [
  'template',
  'document',
  'question',
  'completion',
];

/** Counts what is scored, and refuses what would be too much. */
export class Spending {
  readonly #budget: ScoringBudget;
  #contexts = 0;
  #stopped = 0;
  #asked = 0;
  readonly #tokens = { template: 0, document: 0, question: 0, completion: 0 };

  constructor(budget: ScoringBudget) {
    this.#budget = budget;
  }

  get cost(): ScoringCost {
    return { contexts: this.#contexts, stopped: this.#stopped, tokens: { ...this.#tokens } };
  }

  /** Throws `limit-exceeded` where nothing is left for one more context. */
  admit(): void {
    const { labelsMax, tokensMax } = this.#budget;
    // Asked this way round, a budget or a count that is no number admits nothing.
    const isLeft = this.#contexts < labelsMax && this.#asked < tokensMax;
    if (isLeft) return;
    throw new SluiceError('limit-exceeded', 'a search for labels has used up its budget', {
      hint: 'raise `labelsMax` or `tokensMax`, or search a lattice with fewer labels',
    });
  }

  add(
    { tokens, evaluated }: Pick<Scored<string>, 'tokens' | 'evaluated'>,
    { stopped }: { readonly stopped: boolean },
  ): void {
    this.#contexts += 1;
    if (stopped) this.#stopped += 1;
    for (const kind of kinds) {
      this.#asked += tokens[kind];
      this.#tokens[kind] += evaluated[kind];
    }
  }
}
