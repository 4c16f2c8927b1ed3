import { draftAllowed } from '@sluice/core';
import { finiteFigures } from '../../report/suite-result.ts';
import { ratio } from '../../statistics/sums.ts';
import type { KnownCall } from '../call/known-call.ts';
import { worthOf, type Worth } from './worth.ts';
import type { Verdict } from './judge.ts';

/** `hand`: calls of recorded runs, labelled by an AI model. `own`: of tasks of our own. */
export type TruthKind = 'hand' | 'own';

export interface ScreenersReport {
  readonly truth: TruthKind;
  readonly calls: number;
  /** Tasks that the calls are of; intervals draw them with replacement. */
  readonly tasks: number;
  /** Regions before the calls, and those of them that not every view shows. */
  readonly regions: number;
  readonly guardedRegions: number;
  readonly sources: number;
  /** Calls that would be asked about with all labels known: no propagator can do with less. */
  readonly askedAtLeast: number;
  readonly worths: readonly Worth[];
}

/** The report on all propagators, over the same calls. */
export function screenersReport(
  truth: TruthKind,
  calls: readonly KnownCall[],
  verdicts: ReadonlyMap<string, readonly Verdict[]>,
): ScreenersReport {
  const regions = calls.flatMap((call) =>
    call.regions.map(({ label }) => call.space.flowsTo(label, call.floor)),
  );
  return {
    truth,
    calls: calls.length,
    tasks: new Set(calls.map(({ task }) => task)).size,
    regions: regions.length,
    guardedRegions: regions.filter((isFree) => !isFree).length,
    sources: calls.reduce((total, { sources }) => total + sources.length, 0),
    askedAtLeast: ratio(calls.filter(mustBeAsked).length, calls.length) ?? 0,
    worths: [...verdicts].map(([name, own]) => worthOf(name, own)),
  };
}

function mustBeAsked({ least, policy, space, history, draft }: KnownCall): boolean {
  const { signal } = new AbortController();
  const isAllowed = draftAllowed(policy);
  return !least.some((label) => isAllowed(label, { space, history, draft, signal }));
}

/** Flat figures with fixed names; what was not counted has none. */
export function screenersFigures(report: ScreenersReport): Readonly<Record<string, number>> {
  const { calls, tasks, regions, guardedRegions, sources, askedAtLeast, worths } = report;
  const counts = { calls, tasks, regions, guardedRegions, sources, askedAtLeast };
  const all = [...named('screeners', counts), ...worths.flatMap(figuresOf)];
  return finiteFigures(Object.fromEntries(all.map(([name, value]) => [name, rounded(value)])));
}

type Figure = readonly [name: string, value: number | undefined];

function figuresOf(worth: Worth): readonly Figure[] {
  const { name, shown, everywhere, needless, failedClosed, modelCalls, tokens, seconds } = worth;
  const { recall, fpr, exactLabel, complete, asked } = worth;
  const shares = { recall, fpr, exactLabel, complete, asked };
  const before = `screeners.${name}`;
  return [
    ...Object.entries(shares).flatMap(([each, share]): readonly Figure[] => [
      [`${before}.${each}`, share?.value],
      [`${before}.${each}.low`, share?.low],
      [`${before}.${each}.high`, share?.high],
    ]),
    ...named(`${before}.shown`, shown),
    ...named(`${before}.everywhere`, everywhere),
    ...named(before, { needless, failedClosed, modelCalls, tokens, seconds }),
  ];
}

function named(
  before: string,
  values: Readonly<Record<string, number | undefined>>,
): readonly Figure[] {
  return Object.entries(values).map(([name, value]) => [`${before}.${name}`, value]);
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value.toFixed(4));
}
