import { SluiceError, type Label } from '@sluice/core';
import type { ScoreOptions, Scored } from '../../port/scorer.ts';
import type { Utility } from '../../port/utility.ts';
import { Spending, type ScoringBudget, type ScoringCost } from './budget.ts';
import type { Losses } from './losses.ts';

export interface ScoredLossesOptions<BackEnd extends string> {
  /** The label of the whole context: what others are compared with. */
  readonly full: Label;
  /** Scores the completion under the documents that flow to a label. */
  readonly scoreAt: (label: Label, options: ScoreOptions) => Promise<Scored<BackEnd>>;
  readonly utility: Utility;
  /** The largest lambda that will be asked about: scoring stops once the loss is above it. */
  readonly stopAbove: number;
  readonly budget: ScoringBudget;
  readonly signal: AbortSignal;
}

interface Known {
  readonly loss: number;
  readonly isExact: boolean;
}

/**
 * Losses from a model's log-probabilities, each context scored once. Its members throw what the
 * scorer throws, `limit-exceeded` once the budget is used up, `aborted`, and `model-failed` where
 * what came back cannot be compared.
 */
export class ScoredLosses<BackEnd extends string> implements Losses {
  readonly #options: ScoredLossesOptions<BackEnd>;
  readonly #known = new Map<Label, Known>();
  readonly #spending: Spending;
  #full: Scored<BackEnd> | undefined;

  constructor(options: ScoredLossesOptions<BackEnd>) {
    this.#options = options;
    this.#spending = new Spending(options.budget);
    this.#known.set(options.full, { loss: 0, isExact: true });
  }

  get cost(): ScoringCost {
    return this.#spending.cost;
  }

  readonly at = async (label: Label): Promise<number> => {
    const known = this.#known.get(label) ?? (await this.#score(label, { mayStop: true }));
    return known.loss;
  };

  readonly exact = async (label: Label): Promise<number> => {
    const known = this.#known.get(label);
    if (known?.isExact === true) return known.loss;
    return (await this.#score(label, { mayStop: false })).loss;
  };

  /** The completion under the whole context. */
  async full(): Promise<Scored<BackEnd>> {
    this.#full ??= complete(await this.#spend(this.#options.full, {}));
    return this.#full;
  }

  async #score(label: Label, { mayStop }: { readonly mayStop: boolean }): Promise<Known> {
    const { utility, stopAbove } = this.#options;
    const full = await this.full();
    const stop = (soFar: readonly number[]): boolean => utility.exceeds(full, soFar, stopAbove);
    const part = comparable(full, await this.#spend(label, mayStop ? { stop } : {}));
    // A completion that is not scored to its end has lost too much, whoever ended it.
    const known = isComplete(part)
      ? { loss: utility.loss(full, part), isExact: true }
      : { loss: Number.POSITIVE_INFINITY, isExact: !mayStop };
    this.#known.set(label, known);
    return known;
  }

  async #spend(label: Label, stop: Pick<ScoreOptions, 'stop'>): Promise<Scored<BackEnd>> {
    const { scoreAt, signal } = this.#options;
    if (signal.aborted) throw aborted();
    this.#spending.admit();
    const scored = await scoreAt(label, { signal, ...stop });
    this.#spending.add(scored, { stopped: !isComplete(scored) });
    return scored;
  }
}

function isComplete({ logProbabilities, completionTokens }: Scored<string>): boolean {
  return logProbabilities.length === completionTokens;
}

function complete<B extends string>(full: Scored<B>): Scored<B> {
  if (isComplete(full) && full.completionTokens > 0) return full;
  throw incomparable('a completion was not scored to its end');
}

/** Two back ends differ by more than a small lambda, so a difference between them says nothing. */
function comparable<B extends string>(full: Scored<B>, part: Scored<B>): Scored<B> {
  const isSame = part.backEnd === full.backEnd && part.completionTokens === full.completionTokens;
  if (isSame) return part;
  throw incomparable('a completion was scored in two ways within one comparison');
}

function incomparable(message: string): SluiceError {
  return new SluiceError('model-failed', message, {
    hint: 'give one scorer for the whole search, and a completion that is not empty',
  });
}

function aborted(): SluiceError {
  return new SluiceError('aborted', 'a search for labels was aborted', {
    hint: 'give it more time, or a smaller budget',
  });
}
