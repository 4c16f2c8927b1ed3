import {
  type History,
  joinAll,
  type Label,
  type LabelSpace,
  type ModelReply,
  type Policy,
  type RegionEntry,
  regionsOf,
  SluiceError,
} from '@sluice/core';
import {
  type HandLabelledCall,
  type HandLabelledSource,
  meantBy,
} from '../../screener/pair/hand-labels.ts';
import { draftOf } from '../../screener/pair/labelled-call.ts';
import { type CallSite, callSites } from '../../screener/trace/call-sites.ts';
import { readTraces } from '../../screener/trace/read-traces.ts';
import type { Trace } from '../../screener/trace/trace.ts';
import { type AnnotatedCall, combined, type HandSource } from './annotators.ts';
import type { KnownCall, KnownSource } from './known-call.ts';

export interface HandCallsOptions {
  readonly labels: readonly AnnotatedCall[];
  /** The policy of a suite; throws where there is none. */
  readonly policyOf: (suite: string) => Promise<Policy>;
}

export interface HandCalls {
  /** In the order of the labels. */
  readonly calls: readonly KnownCall[];
  /** Labelled calls whose runs are not in the files. */
  readonly absent: number;
}

/**
 * The calls that an AI model labelled, as far as their runs are in some files. Throws
 * `file-unreadable` where none is, and where a run has no such call or region.
 */
export async function handCalls(
  files: readonly string[],
  { labels, policyOf }: HandCallsOptions,
): Promise<HandCalls> {
  const wanted = Map.groupBy(labels, ({ run }) => run);
  const found = new Map<AnnotatedCall, KnownCall>();
  for await (const trace of readTraces(files)) {
    const own = wanted.get(trace.id);
    if (own === undefined) continue;
    const policy = await policyOf(trace.suite);
    const sites = callSites(trace, policy);
    for (const labelled of own) found.set(labelled, knownCall(labelled, { trace, sites, policy }));
  }
  const calls = labels.flatMap((labelled) => found.get(labelled) ?? []);
  if (calls.length > 0) return { calls, absent: labels.length - calls.length };
  throw new SluiceError('file-unreadable', 'none of the labelled runs is in the files', {
    hint: 'give the folder of the published AgentDojo runs that the labels belong to',
  });
}

interface TraceCalls {
  readonly trace: Trace;
  readonly sites: readonly CallSite[];
  readonly policy: Policy;
}

function knownCall(labelled: AnnotatedCall, { trace, sites, policy }: TraceCalls): KnownCall {
  const site = sites[labelled.call];
  if (site === undefined) throw notThere(labelled, 'is not in the data');
  const { history } = site;
  const { space } = policy;
  const draft = draftOf(site);
  const regions = regionsOfResults(history);
  const sources = sourcesIn(labelled, regions);
  const floor = joinAll(space, alwaysRelevant(history, draft));
  return {
    id: `${labelled.run}#${labelled.call}`,
    task: `${trace.suite}/${trace.task}`,
    policy,
    space,
    history,
    draft,
    floor,
    regions,
    sources,
    least: leastLabels(space, { floor, sources, regions }),
  };
}

/** Regions of results that have text; a mere shape of a message is none. */
export function regionsOfResults(history: History): readonly RegionEntry[] {
  return regionsOf(history).filter(
    ({ message, source }) => source.kind === 'text' && history.at(message)?.role === 'tool',
  );
}

/**
 * The sources of a labelled call with the ids of all their regions. Throws `file-unreadable` where
 * one has no region.
 */
export function sourcesIn(
  labelled: AnnotatedCall,
  regions: readonly RegionEntry[],
): readonly HandSource[] {
  const idsOf = (pattern: string): readonly string[] => {
    const ids = [...meantBy([pattern], regions)];
    if (ids.length > 0) return ids;
    throw notThere(labelled, `has no region \`${pattern}\` before it`);
  };
  const found = (sources: readonly HandLabelledSource[]): readonly HandSource[] =>
    sources.map(({ kind, isDoubtful, alternatives }) => ({
      kind,
      isDoubtful,
      alternatives: alternatives.map((patterns) => new Set(patterns.flatMap(idsOf))),
    }));
  const first = found(labelled.sources);
  const { other } = labelled;
  return other === undefined ? first : combined(other.how, { first, second: found(other.sources) });
}

function notThere({ run, call }: HandLabelledCall, what: string): SluiceError {
  return new SluiceError('file-unreadable', `call ${call} of \`${run}\` ${what}`, {
    hint: 'the labels belong to other data, or to policies that cut results elsewhere',
  });
}

/** The turns of the system and the user, and the declarations of what is called. */
function alwaysRelevant(history: History, draft: ModelReply): readonly Label[] {
  const called = new Set(draft.calls.map(({ tool }) => tool));
  const turns = regionsOf(history).filter(({ message }) => {
    const role = history.at(message)?.role;
    return role === 'system' || role === 'user';
  });
  const declared = history.tools.filter(({ tool }) => called.has(tool.name));
  return [...turns, ...declared].map(({ label }) => label);
}

/**
 * The least labels from a floor on at which the view shows one group of each source: a choice
 * among alternatives may leave several that do not flow to each other.
 */
export function leastLabels(
  space: LabelSpace,
  { floor, sources, regions }: LeastLabelsInput,
): readonly Label[] {
  const labels = new Map(regions.map(({ id, label }) => [id, label]));
  let found: readonly Label[] = [floor];
  for (const { alternatives } of sources) {
    const own = alternatives.map((ids) =>
      joinAll(
        space,
        [...ids].map((id) => labels.get(id) ?? space.top),
      ),
    );
    found = minimal(
      space,
      found.flatMap((label) => own.map((each) => space.join(label, each))),
    );
  }
  return found;
}

interface LeastLabelsInput {
  readonly floor: Label;
  readonly sources: readonly KnownSource[];
  readonly regions: readonly Pick<RegionEntry, 'id' | 'label'>[];
}

/** Those that no other one of them flows to, each once. */
function minimal(space: LabelSpace, labels: readonly Label[]): readonly Label[] {
  const each = [...new Set(labels)];
  return each.filter((label) =>
    each.every((other) => other === label || !space.flowsTo(other, label)),
  );
}
