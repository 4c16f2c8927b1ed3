import { fullLabel } from '@sluice/local';
import { meanOf } from '../../statistics/sums.ts';
import type { LabelQuestion } from '../dataset.ts';
import { type LabelLattice, twoLevel } from '../lattices.ts';
import { contextOf, type Form } from '../prompt/prompts.ts';
import type { Writer } from '../remember.ts';

/** The model's own answers to one question, with all documents and with the trusted ones alone. */
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

/** The longest target has about half as many tokens. */
const answerTokensMax = 48;

/** ROUGE-L of both answers to the target, and how much the regenerated one loses. */
export function alignmentOf(all: readonly Regenerated[]): AlignmentFigures {
  const originalOf = ({ original, target }: Regenerated): number => rougeL(original, target);
  const regeneratedOf = (one: Regenerated): number => rougeL(one.regenerated, one.target);
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

/**
 * ROUGE-L, the F-score of the longest common subsequence of words (Lin 2004), of lower-case words
 * and numbers. By hand: the packages that have it stem words or were last touched years ago.
 */
export function rougeL(said: string, target: string): number {
  const [left, right] = [wordsOf(said), wordsOf(target)];
  const common = commonLength(left, right);
  return common === 0 ? 0 : (2 * common) / (left.length + right.length);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** One row of the usual table at a time. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let above: readonly number[] = Array.from({ length: right.length + 1 }, () => 0);
  for (const word of left) {
    const row = [0];
    for (const [at, other] of right.entries()) {
      const longer = Math.max(above[at + 1] ?? 0, row[at] ?? 0);
      row.push(word === other ? (above[at] ?? 0) + 1 : longer);
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}

/** The model's own answer over all documents of a question. */
export async function ownAnswer(
  form: Form,
  question: LabelQuestion,
  { writer, signal }: { readonly writer: Writer; readonly signal: AbortSignal },
): Promise<string> {
  const context = contextOf(form, twoLevel(), question);
  const prompt = context.promptAt(fullLabel(context));
  return writer(prompt, { tokensMax: answerTokensMax, signal });
}

/** The same over the documents that flow to the lattice's bottom: the trusted ones. */
export async function regenerated(
  form: Form,
  question: LabelQuestion,
  { writer, signal }: { readonly writer: Writer; readonly signal: AbortSignal },
): Promise<Regenerated> {
  const lattice: LabelLattice = twoLevel();
  const context = contextOf(form, lattice, question);
  const prompt = context.promptAt(lattice.space.bottom);
  return {
    improvable: question.improvable,
    target: question.target,
    original: await ownAnswer(form, question, { writer, signal }),
    regenerated: await writer(prompt, { tokensMax: answerTokensMax, signal }),
  };
}
