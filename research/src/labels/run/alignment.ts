import type { Label } from '@sluice/core';
import { fullLabel } from '@sluice/local';
import { sampleStandardDeviation } from 'simple-statistics';
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
  /** From the documents that flow to the label that the model's own answer was found to need. */
  readonly inferred: string;
  /** True if that label is below the one of the whole context. */
  readonly improved: boolean;
  /** From the trusted documents alone. */
  readonly trusted: string;
}

/**
 * Permissive propagation table 4, each a mean with its standard deviation beside it (`.sd`):
 *
 * - `rouge.original`: the answer to the whole context;
 * - `rouge.regenerated`: that of the label inferred, where it is below that of the whole context;
 * - `rougeDelta.improvable`: what the latter has over the former where trusted documents suffice;
 * - `rougeDelta.notImprovable`: what the answer of trusted documents alone has where they do not
 *   (the label inferred is then the whole context's, from which the same answer comes); the further
 *   below 0, the more the others were needed.
 */
export type AlignmentFigures = Readonly<Record<string, number | undefined>>;

/** The longest target has about a quarter as many tokens. */
const answerTokensMax = 192;

/** ROUGE-L of both answers to the target, and how much the regenerated one loses. */
export function alignmentOf(all: readonly Regenerated[]): AlignmentFigures {
  const rouge = (one: Regenerated, of: 'original' | 'inferred' | 'trusted'): number =>
    rougeL(one[of], one.target);
  const over = (of: 'inferred' | 'trusted') => (one: Regenerated) =>
    rouge(one, of) - rouge(one, 'original');
  const improvable = all.filter((one) => one.improvable);
  const others = all.filter((one) => !one.improvable);
  const improved = all.filter((one) => one.improved);
  return {
    ...spread(
      'rouge.original',
      all.map((one) => rouge(one, 'original')),
    ),
    ...spread(
      'rouge.regenerated',
      improved.map((one) => rouge(one, 'inferred')),
    ),
    'rouge.regenerated.questions': improved.length,
    ...spread('rougeDelta.improvable', improvable.map(over('inferred'))),
    ...spread('rougeDelta.notImprovable', others.map(over('trusted'))),
  };
}

/** A mean and its standard deviation; of fewer than two values there is none. */
function spread(name: string, values: readonly number[]): AlignmentFigures {
  return {
    [name]: meanOf(values, (value) => value),
    [`${name}.sd`]: values.length < 2 ? undefined : sampleStandardDeviation([...values]),
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

export interface RegeneratedOptions {
  readonly writer: Writer;
  readonly signal: AbortSignal;
  /** The label that the model's own answer was found to need; default: the whole context's. */
  readonly inferred: Label | undefined;
}

/** The same over fewer documents: those of the label inferred, and the trusted ones alone. */
export async function regenerated(
  form: Form,
  question: LabelQuestion,
  { writer, signal, inferred }: RegeneratedOptions,
): Promise<Regenerated> {
  const lattice: LabelLattice = twoLevel();
  const { space } = lattice;
  const context = contextOf(form, lattice, question);
  const full = fullLabel(context);
  // By its text: another lattice of the same kind has labels of its own.
  const improved = inferred !== undefined && inferred.text !== full.text;
  const under = (label: Label): Promise<string> =>
    writer(context.promptAt(label), { tokensMax: answerTokensMax, signal });
  const trusted = await under(space.bottom);
  return {
    improvable: question.improvable,
    target: question.target,
    original: await under(full),
    inferred: improved ? trusted : await under(full),
    improved,
    trusted,
  };
}
