/** A source that we vouch for, or one that anybody may write to. */
export type Integrity = 'trusted' | 'untrusted';

/** How old a document is; older is less permissive (permissive propagation figure 2). */
export type Age = 'today' | 'last-week' | 'last-month';

/** One document of a context, with the facts that its label is made of. */
export interface LabelledDocument {
  /** Unique in its data set. */
  readonly id: string;
  readonly text: string;
  readonly integrity: Integrity;
  /** Only where the data set has a time dimension. */
  readonly age?: Age;
}

/** A question over a context, with what a perfect label search would find. */
export interface LabelQuestion {
  /** Unique in its data set. */
  readonly id: string;
  /** The context: an unordered set (permissive propagation 2). */
  readonly documents: readonly LabelledDocument[];
  readonly question: string;
  /** The completion y* that the labels are searched for. */
  readonly target: string;
  /** Minimal sets of document ids, each of which suffices for the target; at least one. */
  readonly answerSets: readonly (readonly string[])[];
  /** True if a set suffices whose integrity is lower than that of the whole context. */
  readonly improvable: boolean;
  /** The call whose results the documents are, where they came from a tool. */
  readonly call?: { readonly tool: string; readonly query: string } | undefined;
}

/**
 * Two articles on one event: one of an agency that we vouch for, one of a site that anybody writes
 * to. 35 to 70 words each.
 */
export interface NewsPair {
  /** Kebab-case, unique, e.g. `harbour-crane`. */
  readonly id: string;
  readonly trusted: string;
  readonly untrusted: string;
  readonly questions: readonly NewsQuestion[];
}

/** A question that names its event, so that a retriever can find the pair among all others. */
export interface NewsQuestion {
  readonly question: string;
  /** One sentence, at most 30 words. */
  readonly target: string;
  /**
   * Which articles hold the answer: `trusted` or `untrusted` (that one alone), `both` (each holds
   * a part), `either` (each holds all of it). Improvable: `trusted` and `either`.
   */
  readonly heldBy: 'trusted' | 'untrusted' | 'both' | 'either';
}

/** True if trusted documents suffice where not all of the context are trusted. */
export function isImprovable({
  documents,
  answerSets,
}: Pick<LabelQuestion, 'documents' | 'answerSets'>): boolean {
  const trusted = documents.filter(({ integrity }) => integrity === 'trusted');
  // Asked of those that are there: what was not retrieved cannot suffice.
  const ids = new Set(trusted.map(({ id }) => id));
  return (
    trusted.length < documents.length && answerSets.some((set) => set.every((id) => ids.has(id)))
  );
}
