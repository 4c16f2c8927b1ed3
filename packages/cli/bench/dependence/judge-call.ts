import {
  joinAll,
  lineage,
  regionsOf,
  SluiceError,
  type History,
  type Label,
  type LabelSpace,
  type RegionEntry,
} from '@sluice/core';
import type { CallSite } from './call-sites.ts';
import type { LabelledCall } from './labels.ts';
import { meantIn, type JudgedCall, type JudgedSource } from './score.ts';

/**
 * Asks lineage about one call, as if its generation had made no other. Throws `file-unreadable`
 * where the labels name a region that the history does not have.
 */
export async function judgeCall(
  labelled: LabelledCall,
  { history, call, isBenign }: CallSite,
  space: LabelSpace,
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
    free: flowing(labelOf(space, history, new Set())),
    isWider: !space.flowsTo(label, meant),
    isWarned,
  };
}

/** The sources of a labelled call with the ids of all their regions. */
export function sourcesIn(
  { run, call, sources }: LabelledCall,
  results: readonly RegionEntry[],
): readonly JudgedSource[] {
  return sources.map(({ kind, isDoubtful, alternatives }) => ({
    kind,
    isDoubtful,
    alternatives: alternatives.map(
      (patterns) =>
        new Set(
          patterns.flatMap((pattern) => {
            const found = results.filter(({ id }) => isMatch(id, pattern));
            if (found.length > 0) return found.map(({ id }) => id);
            throw new SluiceError(
              'file-unreadable',
              `call ${call} of \`${run}\` has no region \`${pattern}\` before it`,
              {
                hint: 'the labels belong to other data, or to policies that cut results elsewhere',
              },
            );
          }),
        ),
    ),
  }));
}

/** Regions of results that have text; a mere shape of a message is none. */
export function regionsOfResults(history: History): readonly RegionEntry[] {
  return regionsOf(history).filter(
    ({ message, source }) => source.kind === 'text' && history.at(message)?.role === 'tool',
  );
}

interface Answer {
  readonly named: ReadonlySet<string>;
  readonly isWarned: boolean;
}

/** What lineage names, and whether it tells of a value without a source; else every region. */
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

function idsOf(entries: readonly RegionEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ id }) => id));
}

function isMatch(id: string, pattern: string): boolean {
  const own = id.split('.');
  const wanted = pattern.split('.');
  return own.length === wanted.length && wanted.every((one, at) => one === '*' || one === own[at]);
}
