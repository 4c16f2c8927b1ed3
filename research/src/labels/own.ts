import type { LabelQuestion } from './dataset.ts';
import { type LabelLattice, twoLevel } from './lattices.ts';
import { contextOf, type Form } from './prompt/prompts.ts';
import type { Writer } from './remember.ts';
import { fullLabel } from '@sluice/local';
import type { Regenerated } from './run/alignment.ts';

/** The longest target has about half as many tokens. */
const answerTokensMax = 48;

/** What the model itself answers over all documents of a question. */
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
