import type { Label, LabelSpace } from '@sluice/core';
import type { ScoringBudget } from '../loss/budget.ts';
import { ScoredLosses } from '../loss/scored-losses.ts';
import type { Prompt } from '../../port/prompt.ts';
import type { Scorer } from '../../port/scorer.ts';
import type { Utility } from '../../port/utility.ts';
import { fullLabel } from '../search/search.ts';

/** The context that labels are searched over: a history, or documents beside a question. */
export interface SearchedContext {
  readonly space: LabelSpace;
  /** The labels present. */
  readonly labels: readonly Label[];
  /** The join of the labels of what cannot be searched: every answer carries it. */
  readonly floor: Label;
  /**
   * C|L: what the model is given at a label. A function of what flows to the label and of public
   * structure. The draft, each score and the regeneration must share this rendering.
   */
  readonly promptAt: (label: Label) => Prompt;
}

export interface ScoringOptions<BackEnd extends string> {
  readonly scorer: Scorer<BackEnd>;
  readonly completion: string;
  readonly utility: Utility;
  /** The largest lambda that will be asked about. */
  readonly stopAbove: number;
  readonly budget: ScoringBudget;
  readonly signal: AbortSignal;
}

/** The losses of a completion under the parts of a context. */
export function scoredLosses<BackEnd extends string>(
  context: SearchedContext,
  { scorer, completion, ...options }: ScoringOptions<BackEnd>,
): ScoredLosses<BackEnd> {
  return new ScoredLosses({
    ...options,
    full: fullLabel(context),
    scoreAt: (label, scoreOptions) =>
      scorer.score({ prompt: context.promptAt(label), completion }, scoreOptions),
  });
}
