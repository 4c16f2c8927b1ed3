import {
  type History,
  joinAll,
  type Label,
  type LabelSpace,
  lineage,
  type ModelReply,
  regionsOf,
} from '@sluice/core';

/** The least label at which a value can be written, by the text that it stands in. */
export interface LeastLabel {
  readonly label: Label;
  /** Some of it stands nowhere: who writes it works it out, or makes it up. */
  readonly isUnsourced: boolean;
}

const propagator = lineage();

/** The least label of these arguments of a call; without any, of the choice of the tool. */
export async function leastOfCall(
  space: LabelSpace,
  history: History,
  { tool, args }: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> },
): Promise<LeastLabel> {
  const calls = [{ tool, args: JSON.stringify(args) }];
  return leastOf(space, history, { text: '', calls, stop: 'complete' });
}

export async function leastOfAnswer(
  space: LabelSpace,
  history: History,
  text: string,
): Promise<LeastLabel> {
  return leastOf(space, history, { text, calls: [], stop: 'complete' });
}

/** By `lineage`, which takes the lowest of the places where a value stands. */
async function leastOf(
  space: LabelSpace,
  history: History,
  draft: ModelReply,
): Promise<LeastLabel> {
  const { signal } = new AbortController();
  const relevance = await propagator.relevant({ space, history, draft, signal });
  const entries = regionsOf(history);
  const all = joinAll(
    space,
    entries.map(({ label }) => label),
  );
  if (relevance.kind !== 'regions') return { label: all, isUnsourced: false };
  const chosen = new Set(relevance.regions);
  const labels = entries.filter(({ id }) => chosen.has(id)).map(({ label }) => label);
  return { label: joinAll(space, labels), isUnsourced: relevance.unsourced.length > 0 };
}
