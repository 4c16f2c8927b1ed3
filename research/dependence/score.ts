import { dependenceKinds, type DependenceKind } from '../src/screener/pair/hand-labels.ts';
import { shareOf, type Share } from './share.ts';

/** A source with the ids of its regions: any one of the groups suffices as a whole. */
export interface JudgedSource {
  readonly kind: DependenceKind;
  readonly isDoubtful: boolean;
  readonly alternatives: readonly ReadonlySet<string>[];
}

/** A labelled call, and what a propagator said of it; ids are those of regions of results. */
export interface JudgedCall {
  readonly sources: readonly JudgedSource[];
  /** True if it is of a run that nobody attacked. */
  readonly isBenign: boolean;
  /** All regions of results that stood before the call. */
  readonly regions: ReadonlySet<string>;
  /** Those that the propagator named. */
  readonly named: ReadonlySet<string>;
  /** Those that the label of what it named lets the model see. */
  readonly shown: ReadonlySet<string>;
  /** Those that every view shows: whether they are named changes nothing. */
  readonly free: ReadonlySet<string>;
  /** True if the label is above the join of the labels of all that the reader marked. */
  readonly isWider: boolean;
  /** True if the propagator tells of an argument without a visible source. */
  readonly isWarned: boolean;
}

/** How many sources of a kind a propagator named, and how many its view shows. */
export interface Recall {
  readonly named: Share;
  readonly shown: Share;
}

export interface Score {
  readonly calls: number;
  readonly all: Recall;
  readonly byKind: ReadonlyMap<DependenceKind, Recall>;
  /** Without the sources at which the reader hesitated. */
  readonly undoubted: Recall;
  /** The recall over sources that not every view shows. */
  readonly guarded: Recall;
  readonly guardedByKind: ReadonlyMap<DependenceKind, Recall>;
  /** The share of the named regions that the reader marked. */
  readonly precision: Share;
  /** The same for regions that not every view shows. */
  readonly guardedPrecision: Share;
  /** The precision of naming every region. */
  readonly naivePrecision: Share;
  /** Calls whose view shows every source. */
  readonly complete: Share;
  readonly completeBenign: Share;
  /** The share of the incomplete calls that the propagator reports as incomplete. */
  readonly warned: Share;
  readonly wider: Share;
}

/** Recall and precision of a propagator against what a reader said of the same calls. */
export function scoreOf(calls: readonly JudgedCall[]): Score {
  const sources = calls.flatMap((call) => call.sources.map((source) => ({ call, source })));
  const incomplete = calls.filter((call) => !isComplete(call));
  const guarded = sources.filter(({ call, source }) => !isWithin(source, call.free));
  return {
    calls: calls.length,
    all: recallOf(sources),
    byKind: byKind(sources),
    undoubted: recallOf(sources.filter(({ source }) => !source.isDoubtful)),
    guarded: recallOf(guarded),
    guardedByKind: byKind(guarded),
    precision: precisionOf(calls, ({ named }) => named),
    guardedPrecision: precisionOf(calls, guardedNamed),
    naivePrecision: precisionOf(calls, ({ regions }) => regions),
    complete: shareOf(calls, isComplete),
    completeBenign: shareOf(
      calls.filter(({ isBenign }) => isBenign),
      isComplete,
    ),
    warned: shareOf(incomplete, ({ isWarned }) => isWarned),
    wider: shareOf(calls, ({ isWider }) => isWider),
  };
}

function isComplete({ sources, shown }: JudgedCall): boolean {
  return sources.every((source) => isWithin(source, shown));
}

interface SourceOfCall {
  readonly call: JudgedCall;
  readonly source: JudgedSource;
}

function recallOf(sources: readonly SourceOfCall[]): Recall {
  return {
    named: shareOf(sources, ({ call, source }) => isWithin(source, call.named)),
    shown: shareOf(sources, ({ call, source }) => isWithin(source, call.shown)),
  };
}

function byKind(sources: readonly SourceOfCall[]): ReadonlyMap<DependenceKind, Recall> {
  return new Map(
    dependenceKinds.map((kind) => [
      kind,
      recallOf(sources.filter(({ source }) => source.kind === kind)),
    ]),
  );
}

function precisionOf(
  calls: readonly JudgedCall[],
  regionsOf: (call: JudgedCall) => ReadonlySet<string>,
): Share {
  const said = calls.flatMap((call) => {
    const meant = meantIn(call.sources);
    return [...regionsOf(call)].map((region) => meant.has(region));
  });
  return shareOf(said, (isMeant) => isMeant);
}

function guardedNamed({ named, free }: JudgedCall): ReadonlySet<string> {
  return new Set([...named].filter((id) => !free.has(id)));
}

/** Every region that stands in a source, in whichever alternative. */
export function meantIn(sources: readonly JudgedSource[]): ReadonlySet<string> {
  return new Set(sources.flatMap(({ alternatives }) => alternatives.flatMap((ids) => [...ids])));
}

function isWithin({ alternatives }: JudgedSource, regions: ReadonlySet<string>): boolean {
  return alternatives.some((ids) => [...ids].every((id) => regions.has(id)));
}
