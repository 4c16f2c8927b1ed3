import type { AnnotatedCall } from '../src/choosing/call/annotators.ts';
import { regionsOfResults, sourcesIn } from '../src/choosing/call/hand-calls.ts';
import type { CallSite } from '../src/screener/trace/call-sites.ts';
import {
  joinAll,
  lineage,
  regionsOf,
  type History,
  type Label,
  type LabelSpace,
  type RegionEntry,
} from '@sluice/core';
import { meantIn, type JudgedCall } from './score.ts';

/** A labelled call where it stands in the data. */
export interface FoundCall {
  readonly site: CallSite;
  readonly space: LabelSpace;
  /** The user's task. */
  readonly task: string;
  /** True if it is of a run that nobody attacked. */
  readonly isBenign: boolean;
}

/**
 * Asks lineage about one call, as if its generation had made no other. Throws `file-unreadable`
 * where the labels name a region that the history does not have.
 */
export async function judgeCall(
  labelled: AnnotatedCall,
  { site: { history, call }, space, isBenign }: FoundCall,
): Promise<JudgedCall> {
  const results = regionsOfResults(history);
  const sources = sourcesIn(labelled, results);
  const { named, isWarned } = await answerOf(space, { history, call });
  const label = labelOf(space, history, named);
  const meant = labelOf(space, history, meantIn(sources));
  const flowing = (to: Label): ReadonlySet<string> =>
    idsOf(results.filter((entry) => space.flowsTo(entry.label, to)));
  return {
    sources,
    isBenign,
    regions: idsOf(results),
    named: idsOf(results.filter(({ id }) => named.has(id))),
    shown: flowing(label),
    free: flowing(turnsLabel(space, history)),
    isWider: !space.flowsTo(label, meant),
    isWarned,
  };
}

interface Answer {
  readonly named: ReadonlySet<string>;
  readonly isWarned: boolean;
}

/**
 * The regions that lineage names, and whether it reports a value without a source; else
 * every region.
 */
async function answerOf(
  space: LabelSpace,
  { history, call }: Pick<CallSite, 'history' | 'call'>,
): Promise<Answer> {
  const propagator = lineage();
  const everything = { named: idsOf(regionsOf(history)), isWarned: false };
  if (propagator.needs !== 'draft') return everything;
  const relevance = await propagator.relevant({
    space,
    history,
    signal: new AbortController().signal,
    draft: { text: '', calls: [call], stop: 'complete' },
  });
  if (relevance.kind !== 'regions') return everything;
  return { named: new Set(relevance.regions), isWarned: relevance.unsourced.length > 0 };
}

/** The label of the turns of the system and the user: what every view shows flows to it. */
export function turnsLabel(space: LabelSpace, history: History): Label {
  return labelOf(space, history, new Set());
}

/** The join of the labels of some regions and of the turns of the system and the user. */
function labelOf(space: LabelSpace, history: History, ids: ReadonlySet<string>): Label {
  const entries = regionsOf(history).filter(({ id, message }) => {
    const role = history.at(message)?.role;
    return role === 'system' || role === 'user' || ids.has(id);
  });
  return joinAll(
    space,
    entries.map(({ label }) => label),
  );
}

/** The ids of some regions. */
export function idsOf(entries: readonly RegionEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => id));
}
