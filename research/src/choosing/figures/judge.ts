import { draftAllowed, labelOf, type Relevance } from '@sluice/core';
import type { Asked } from '../ask/ask-all.ts';
import type { Cost } from '../ask/answer.ts';
import type { KnownCall, KnownSource } from '../call/known-call.ts';

/** So many of so many. */
export interface Count {
  readonly hits: number;
  readonly all: number;
}

/** The score of a propagator's answer about one call. */
export interface Verdict {
  readonly task: string;
  /** Sources that not every view shows: those of which the answer names a group. */
  readonly found: Count;
  /** Other such regions: those that the answer names. */
  readonly wrong: Count;
  /** The same of what the view at its label shows. */
  readonly shown: Count;
  readonly shownWrong: Count;
  /** The same of all regions, whether every view shows them or not. */
  readonly everywhere: Count;
  readonly everywhereWrong: Count;
  /** True if its label is a least one at which the call can be made again. */
  readonly isExact: boolean;
  /** True if the view at its label shows every source. */
  readonly isComplete: boolean;
  /** True if the policy would not let the call pass at its label unasked. */
  readonly isAsked: boolean;
  /** True if it would at a least label. */
  readonly isNeedless: boolean;
  /** True if everything counts because the propagator could not say. */
  readonly isFailed: boolean;
  readonly cost: Cost;
}

/**
 * Judges an answer by what the call is known to depend on. An answer that is a label names every
 * region that flows to it.
 */
export function judge(call: KnownCall, { relevance, cost }: Asked): Verdict {
  const { space, history, floor, regions, sources, least, policy, draft, task } = call;
  const { signal } = new AbortController();
  const input = { space, history, draft, signal };
  const label = space.join(floor, labelOf(space, history, relevance));
  const flowing = (to: typeof label): ReadonlySet<string> =>
    new Set(regions.flatMap((each) => (space.flowsTo(each.label, to) ? [each.id] : [])));
  const free = flowing(floor);
  const shown = flowing(label);
  const named = namedBy(relevance, { shown, ids: regions.map(({ id }) => id) });
  const meant = new Set(
    sources.flatMap(({ alternatives }) => alternatives.flatMap((ids) => [...ids])),
  );
  const others = regions.map(({ id }) => id).filter((id) => !meant.has(id));
  const guarded = sources.filter((source) => !isWithin(source, free));
  const guardedOthers = others.filter((id) => !free.has(id));
  const isAllowed = draftAllowed(policy);
  const isAsked = !isAllowed(label, input);
  return {
    task,
    found: count(guarded, (source) => isWithin(source, new Set([...named, ...free]))),
    wrong: count(guardedOthers, (id) => named.has(id)),
    shown: count(guarded, (source) => isWithin(source, shown)),
    shownWrong: count(guardedOthers, (id) => shown.has(id)),
    everywhere: count(sources, (source) => isWithin(source, named)),
    everywhereWrong: count(others, (id) => named.has(id)),
    isExact: least.includes(label),
    isComplete: sources.every((source) => isWithin(source, shown)),
    isAsked,
    isNeedless: isAsked && least.some((each) => isAllowed(each, input)),
    isFailed: relevance.kind === 'all' && relevance.because !== 'naive',
    cost,
  };
}

/** The judged regions that an answer names. */
function namedBy(
  relevance: Relevance,
  { shown, ids }: { readonly shown: ReadonlySet<string>; readonly ids: readonly string[] },
): ReadonlySet<string> {
  switch (relevance.kind) {
    case 'all':
      return new Set(ids);
    case 'label':
      return shown;
    case 'regions': {
      const said = new Set(relevance.regions);
      return new Set(ids.filter((id) => said.has(id)));
    }
  }
}

function isWithin({ alternatives }: KnownSource, ids: ReadonlySet<string>): boolean {
  return alternatives.some((each) => [...each].every((id) => ids.has(id)));
}

function count<Item>(items: readonly Item[], holds: (item: Item) => boolean): Count {
  return { hits: items.filter(holds).length, all: items.length };
}
