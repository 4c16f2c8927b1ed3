import type { Label, LabelSpace } from '@sluice/core';
import type { PromptPart } from '../../port/prompt.ts';
import type { SearchedContext } from './searched-context.ts';

export interface LabelledDocument {
  readonly label: Label;
  /** With its separator: texts are put one after the other as they are. */
  readonly text: string;
  /** Id of its region, where it has one. */
  readonly region?: string | undefined;
}

export interface DocumentsOptions {
  readonly space: LabelSpace;
  readonly documents: readonly LabelledDocument[];
  /** `free`: the documents' order says nothing, so they are put in the order of their labels. */
  readonly order: 'given' | 'free';
  /** The parts before and after the documents, the same at every label. */
  readonly before: readonly PromptPart[];
  readonly after: readonly PromptPart[];
}

/**
 * A question beside labelled documents, the setting of permissive propagation section 2: at a label
 * the model is given the documents that flow to it, and the others are left out.
 */
export function documentsContext(options: DocumentsOptions): SearchedContext {
  const { space, before, after } = options;
  const ordered = options.order === 'free' ? byLabel(space, options.documents) : options.documents;
  return {
    space,
    labels: ordered.map(({ label }) => label),
    floor: space.bottom,
    promptAt: (label) => ({
      parts: [
        ...before,
        ...ordered.filter((each) => space.flowsTo(each.label, label)).map(partOf),
        ...after,
      ],
    }),
  };
}

/**
 * Items in the order of their labels, lowest first, so that contexts share long prefixes: on a
 * total order each context is a prefix of the next (permissive propagation 6.3). Incomparable ones
 * keep the order given. Which of two items comes first depends on lower items alone, so the order
 * tells nothing of what is hidden.
 */
export function byLabel<Item extends { readonly label: Label }>(
  space: LabelSpace,
  items: readonly Item[],
): readonly Item[] {
  const rank = (label: Label): number =>
    items.filter((other) => other.label !== label && space.flowsTo(other.label, label)).length;
  return items
    .map((item) => ({ item, rank: rank(item.label) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

function partOf({ text, region }: LabelledDocument): PromptPart {
  return { kind: 'document', text, ...(region !== undefined && { region }) };
}
