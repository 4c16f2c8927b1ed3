import { SluiceError } from '../errors.ts';
import type { History } from '../history/history.ts';
import { type RegionEntry, regionsOf } from '../history/regions.ts';
import { inTurns, type Slices } from '../history/slices.ts';
import type { LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import type { ModelReply } from '../model/chat-model.ts';
import type { Around } from './lineage/derived/around.ts';
import { takeDerived } from './lineage/derived/take-derived.ts';
import { type DraftValue, draftValues } from './lineage/draft-values.ts';
import { type IndexedRegion, LineageIndex } from './lineage/lineage-index.ts';
import { Sources } from './lineage/sources.ts';
import { trace } from './lineage/trace.ts';
import { TooMuchWork, Work } from './lineage/work.ts';
import { type Propagator, type Relevance, wide } from './propagator.ts';

/**
 * Sources that lineage looks for besides copies. `fields`: fields that stand as a whole inside a
 * longer value. `sums`, `days`: what numbers and days are worked out from. `mentions`: for words
 * and values from nowhere, the regions that the request or the tool's description speaks of.
 * `everything`: for those, all regions.
 */
export type LineageRule = 'days' | 'everything' | 'fields' | 'mentions' | 'sums';

export interface LineageOptions {
  /** Shared between propagators that see the same histories; by default all share one. */
  readonly index?: LineageIndex;
  /** Further sources to look for; default: copies alone. */
  readonly rules?: readonly LineageRule[] | undefined;
}

/** An index depends on its text alone, so the explainer reuses what a propagator has made. */
const sharedIndex = new LineageIndex();

/**
 * Traces the values of the drafted calls, or the drafted answer, to the regions that they were
 * copied from; no model. Relevant besides those are the system and user turns and the declarations
 * of the tools that are called. A value without a visible source is reported as unsourced. LAW:
 * `rules` only add regions to those, and may find everything relevant.
 */
export function lineage({ index = sharedIndex, rules = [] }: LineageOptions = {}): Propagator {
  return {
    name: lineageName(rules),
    needs: 'draft',
    relevant: ({ space, history, draft, signal, workMax }) => {
      const work = new Work(workMax);
      return inTurns(traced(space, { history, draft, index, rules }, work), signal);
    },
  };
}

interface Traced {
  readonly history: History;
  readonly draft: ModelReply;
  readonly index: LineageIndex;
  readonly rules: readonly LineageRule[];
}

function* traced(space: LabelSpace, given: Traced, work: Work): Slices<Relevance> {
  try {
    return yield* traceDraft(space, given, work);
  } catch (error) {
    if (error instanceof TooMuchWork) return wide('limit-reached');
    throw error;
  }
}

/** The same, counted by the caller. Throws `TooMuchWork`. */
export function* traceDraft(
  space: LabelSpace,
  { history, draft, index, rules }: Traced,
  work: Work,
): Slices<Relevance> {
  const values = draftValues(draft, history, work);
  if (typeof values === 'string') return wide(values);
  const corpus = yield* index.regionsOf(history, work);
  const task = taskRegions(history);
  const labels = task.map(({ label }) => label);
  const sources = new Sources(space, { entries: task, label: joinAll(space, labels) });
  const around = rules.length === 0 ? undefined : aroundOf(sources, history, corpus);
  takeDeclared(sources, values, corpus);
  const open = values.filter((value) => !sources.isSourced(value));
  yield* trace(sources, open, { corpus, work });
  const because = around && (yield* takeDerived(sources, rules, { draft, values, around, work }));
  if (because !== undefined) return wide(because);
  return relevance(sources, values, history);
}

/**
 * Every step depends on the turns of the system and the user. A span inside a turn that the policy
 * labels apart (a pasted mail) counts only where a value comes from it; a part that we do not read
 * (an image) counts always, for nothing can be traced to it.
 */
function taskRegions(history: History): readonly RegionEntry[] {
  const { messages } = history;
  return regionsOf(history).filter(({ message, source }) => {
    const role = messages[message]?.role;
    if (role !== 'system' && role !== 'user') return false;
    return source.kind !== 'text' || source.region === source.content.root;
  });
}

/** Splits the regions into those shown anyway and the others, before any source is chosen. */
function aroundOf(sources: Sources, history: History, corpus: readonly IndexedRegion[]): Around {
  const [free, guarded]: [IndexedRegion[], IndexedRegion[]] = [[], []];
  for (const region of corpus) (sources.isFree(region) ? free : guarded).push(region);
  return { history, free, guarded };
}

/** The declarations of the tools called, and the values that they state themselves. */
function takeDeclared(
  sources: Sources,
  values: readonly DraftValue[],
  corpus: readonly IndexedRegion[],
): void {
  const declaring = new Set(values.map(({ declaredBy }) => declaredBy));
  const declared = corpus.filter(({ entry: { id, source } }) => {
    return source.kind === 'tool' && declaring.has(id);
  });
  const byId = new Map(declared.map((region) => [region.entry.id, region]));
  for (const value of values) {
    const region = byId.get(value.declaredBy ?? '');
    if (region !== undefined)
      sources.take(value, region, value.kind === 'tool' ? 'declaration' : 'default');
  }
}

function relevance(sources: Sources, values: readonly DraftValue[], history: History): Relevance {
  const unsourced = values.filter((value) => !sources.isSourced(value));
  return {
    kind: 'regions',
    regions: regionsOf(history)
      .filter((entry) => sources.has(entry))
      .map(({ id }) => id),
    evidence: sources.evidence,
    unsourced: unsourced.map(({ call, argument }) => ({ call, argument })),
  };
}

/** In the order of their letters, which is that of every name. */
const lineageRules: readonly LineageRule[] = ['days', 'everything', 'fields', 'mentions', 'sums'];

/**
 * The rules that a text names with commas between them, in any order; of no text, none.
 * Throws `propagator-invalid`.
 */
export function rulesNamed(text: string): readonly LineageRule[] {
  if (text.trim() === '') return [];
  const words = text.split(',').map((each) => each.trim());
  const unknown = words.find((word) => !lineageRules.some((rule) => rule === word));
  if (unknown === undefined) return lineageRules.filter((rule) => words.includes(rule));
  throw new SluiceError('propagator-invalid', `\`lineage\` has no rule \`${unknown}\``, {
    hint: `name some of ${lineageRules.join(', ')}, e.g. \`lineage(fields,sums)\``,
  });
}

/** One name for the same rules: `lineage(fields,sums)`, and `lineage` without any. */
function lineageName(rules: readonly LineageRule[]): string {
  const named = lineageRules.filter((rule) => rules.includes(rule));
  return named.length === 0 ? 'lineage' : `lineage(${named.join(',')})`;
}
