import {
  SluiceError,
  type Label,
  type ModelReply,
  type Propagator,
  type Relevance,
} from '@sluice/core';
import type { Scorer } from '../port/scorer.ts';
import type { Utility } from '../port/utility.ts';
import type { Choose, ChooseInput } from './choose.ts';
import { historyContext, type HistoryContextOptions } from './context/history-context.ts';
import { scoredLosses } from './context/searched-context.ts';
import { everything } from './everything.ts';
import type { ScoringBudget, ScoringCost } from './loss/budget.ts';
import { raiseUntil, type Raised } from './raise-until.ts';
import { fullLabel, type Search } from './search/search.ts';

export interface MinimalLabelsOptions<BackEnd extends string>
  extends HistoryContextOptions, ScoringBudget {
  readonly scorer: Scorer<BackEnd>;
  /**
   * The label up to which the model that drafts may see, where that is less than everything: the
   * draft carries no more than that. A scorer that is not cleared for the draft is not asked.
   */
  readonly draftClearance?: Label | undefined;
  /** A draft as the model wrote it, so that its calls are scored too. */
  readonly completionOf: (draft: ModelReply) => string;
  readonly utility: Utility;
  /** How large a loss is negligible, in the utility's measure; at least 0. */
  readonly lambda: number;
  /** Larger lambdas, rising, that are tried until one gives a label that `isWanted`. */
  readonly raise?: Raise | undefined;
  readonly search: Search;
  readonly choose: Choose;
  /** Told what a search found and cost, failed ones included. */
  readonly onSearched?: ((searched: Searched) => void) | undefined;
}

export interface Raise {
  readonly lambdas: readonly number[];
  readonly isWanted: (label: Label, input: ChooseInput) => boolean;
}

export interface Searched {
  /** `undefined` where the search failed or its budget was used up. */
  readonly found: Raised | undefined;
  readonly label: Label;
  readonly cost: ScoringCost;
}

/**
 * The lambda-similar labels of permissive propagation section 3: the draft is scored under what
 * flows to ever lower labels, and one of the minimal labels at which it stays about as probable is
 * the answer. The engine regenerates the output from what flows to it, so a wrong answer costs
 * utility and nothing else. A search that fails or uses up its budget makes every region relevant.
 * Throws `propagator-invalid` for lambdas that do not rise from at least 0.
 */
export function minimalLabels<BackEnd extends string>(
  options: MinimalLabelsOptions<BackEnd>,
): Propagator {
  const lambdas = risingLambdas(options);
  return {
    name: 'minimal-labels',
    needs: 'draft',
    relevant: async (input) => {
      try {
        return await searched({ ...options, lambdas }, input);
      } catch (error) {
        return everything(error);
      }
    },
  };
}

type Lambdas = readonly [number, ...(readonly number[])];

function risingLambdas({ lambda, raise }: MinimalLabelsOptions<string>): Lambdas {
  const lambdas: Lambdas = [lambda, ...(raise?.lambdas ?? [])];
  const isRising = lambdas.every((each, at) => at === 0 || each > (lambdas[at - 1] ?? each));
  if (lambda >= 0 && isRising && lambdas.every(Number.isFinite)) return lambdas;
  throw new SluiceError('propagator-invalid', 'lambdas must rise from at least 0', {
    hint: 'write e.g. `lambda: 0.1, raise: { lambdas: [0.2, 0.5], isWanted }`',
  });
}

async function searched<BackEnd extends string>(
  options: MinimalLabelsOptions<BackEnd> & { readonly lambdas: Lambdas },
  input: ChooseInput,
): Promise<Relevance> {
  const { space, history, signal, draft } = input;
  const { lambdas, raise, search, choose, onSearched } = options;
  const context = historyContext(space, history, options);
  const full = fullLabel(context);
  const draftLabel = space.meet(full, options.draftClearance ?? space.top);
  if (!space.flowsTo(draftLabel, options.clearance))
    return { kind: 'all', because: 'draft-missing' };
  const completion = options.completionOf(draft);
  if (completion === '') return { kind: 'all', because: 'draft-unreadable' };
  const losses = scoredLosses(context, {
    ...options,
    completion,
    stopAbove: Math.max(...lambdas),
    budget: options,
    signal,
  });
  let found: Raised | undefined;
  let label = full;
  try {
    const isWanted = (each: Label): boolean => raise?.isWanted(each, input) ?? true;
    found = await raiseUntil(search, { ...context, losses, lambdas, isWanted });
    const candidates = found.isReached ? found.labels.filter(isWanted) : found.labels;
    label = choose(candidates, input) ?? full;
    return { kind: 'label', label };
  } finally {
    onSearched?.({ found, label, cost: losses.cost });
  }
}
