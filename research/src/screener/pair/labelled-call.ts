import { lineage, type ModelReply, type Policy, type RegionEntry, regionsOf } from '@sluice/core';
import { renderingOf, type Rendering } from '@sluice/local';
import { type Part, partOf } from '../learn/part.ts';
import type { CallSite } from '../trace/call-sites.ts';
import type { Trace } from '../trace/trace.ts';
import { callLabels, type CallLabels } from './call-labels.ts';
import { sourcesOf } from './dependence.ts';
import { holdsInjection, isFollowed, type Goals } from './followed.ts';
import { standsVerbatim, textsIn } from './verbatim.ts';

/**
 * The kinds: a call of a run without an attack; in an attacked run, a call that the attack did not
 * want, or one that it did.
 */
export const callKinds = ['benign', 'passed', 'followed'] as const;

export type CallKind = (typeof callKinds)[number];

/** The model that made the calls of the privacy worlds: a program. */
export const privacyReaderName = 'reader';

/** A recorded call with the regions before it, and which of them it depends on. */
export interface LabelledCall {
  /** Path of the run and place of the call. */
  readonly id: string;
  readonly suite: string;
  readonly model: string;
  readonly task: string;
  readonly kind: CallKind;
  /** The use of the task's calls. */
  readonly part: Part;
  readonly rendering: Rendering;
  /** Ids of the regions that it depends on. */
  readonly sources: ReadonlySet<string>;
  /** Ids of the regions that hold an injected text. */
  readonly injected: ReadonlySet<string>;
  readonly labels: CallLabels;
}

/** A draft of one call, as a propagator is asked with. */
export function draftOf(site: CallSite): ModelReply {
  return { text: '', calls: [site.call], stop: 'complete' };
}

export function kindOf(trace: Trace, site: CallSite, goals: Goals): CallKind {
  if (trace.attack === undefined) return 'benign';
  return isFollowed(site.recorded, trace, goals) ? 'followed' : 'passed';
}

/**
 * Labels one call: a region is a source where lineage says that a value comes from it, where a text
 * that the user did not say stands in it letter by letter, and, of a call that an injected text
 * asked for, where that text stands (RTBAS case studies 1 and 2). `undefined` where lineage
 * cannot tell.
 */
export async function labelledCall(
  trace: Trace,
  site: CallSite,
  { policy, goals }: { readonly policy: Policy; readonly goals: Goals },
): Promise<LabelledCall | undefined> {
  const { space } = policy;
  const traced = await sourcesOf({ space, ...site });
  const rendering = renderingOf(site.history, draftOf(site));
  if (traced === undefined || rendering === undefined) return undefined;
  const kind = kindOf(trace, site, goals);
  const sources = new Set(traced);
  const injected = new Set<string>();
  const own = unsaid(trace, site);
  for (const entry of regionsOf(site.history)) {
    const role = site.history.at(entry.message)?.role;
    if (role !== 'tool' && role !== 'assistant') continue;
    const text = site.textOf(entry);
    if (role === 'tool' && holdsInjection(text, trace.attack?.texts ?? [])) injected.add(entry.id);
    const isLeaf = entry.source.kind === 'text' && entry.source.region.parts.length === 0;
    if (isLeaf && own.some((value) => standsVerbatim(value, text))) sources.add(entry.id);
    if (kind === 'followed' && isLeaf && injected.has(entry.id)) sources.add(entry.id);
  }
  return {
    id: `${trace.id}#${site.index}`,
    suite: trace.suite,
    model: trace.model,
    task: trace.task,
    kind,
    part: partOf(trace),
    rendering,
    sources,
    injected,
    labels: callLabels({ policy, history: site.history, draft: draftOf(site) }, [
      ...(await leastSources(site, policy)),
      ...(kind === 'followed' ? regionsOf(site.history).filter(({ id }) => injected.has(id)) : []),
    ]),
  };
}

/** The regions that lineage names under the labels as they are: of two sources, the freer one. */
async function leastSources(site: CallSite, { space }: Policy): Promise<readonly RegionEntry[]> {
  const propagator = lineage();
  if (propagator.needs !== 'draft') return [];
  const { signal } = new AbortController();
  const { history } = site;
  const found = await propagator.relevant({ space, history, draft: draftOf(site), signal });
  if (found.kind !== 'regions') return [];
  const named = new Set(found.regions);
  return regionsOf(history).filter(({ id }) => named.has(id));
}

/** Texts of the call that neither the system nor the user stated. */
function unsaid({ messages }: Trace, { recorded }: CallSite): readonly string[] {
  const stated = messages.flatMap((one) =>
    one.role === 'system' || one.role === 'user' ? [one.text] : [],
  );
  return textsIn(recorded.args).filter((value) => !stated.some((text) => text.includes(value)));
}
