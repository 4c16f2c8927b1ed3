import { meanOf } from '../../statistics/sums.ts';
import { rougeL } from '../measure/rouge.ts';

/** What the model says of one question, with all documents and with the trusted ones alone. */
export interface Regenerated {
  readonly improvable: boolean;
  readonly target: string;
  readonly original: string;
  readonly regenerated: string;
}

/** Permissive propagation table 4. */
export interface AlignmentFigures {
  readonly 'rouge.original': number | undefined;
  readonly 'rouge.regenerated': number | undefined;
  /** Regenerated less original: about 0 where the trusted documents suffice. */
  readonly 'rougeDelta.improvable': number | undefined;
  /** The same where they do not: the further below 0, the more the others were needed. */
  readonly 'rougeDelta.notImprovable': number | undefined;
}

/** ROUGE-L of both answers to the target, and how much the regenerated one loses. */
export function alignmentOf(all: readonly Regenerated[]): AlignmentFigures {
  const originalOf = ({ original, target }: Regenerated): number => rougeL(original, target);
  const regeneratedOf = ({ regenerated, target }: Regenerated): number => {
    return rougeL(regenerated, target);
  };
  const delta = (one: Regenerated): number => regeneratedOf(one) - originalOf(one);
  return {
    'rouge.original': meanOf(all, originalOf),
    'rouge.regenerated': meanOf(all, regeneratedOf),
    'rougeDelta.improvable': meanOf(
      all.filter(({ improvable }) => improvable),
      delta,
    ),
    'rougeDelta.notImprovable': meanOf(
      all.filter(({ improvable }) => !improvable),
      delta,
    ),
  };
}
