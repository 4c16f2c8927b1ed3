import { caseOf, printCase } from '../../measure/cases.ts';
import { compare as compareShares } from '../../measure/compare.ts';
import { questionsIn } from '../../measure/questions.ts';
import { claims, type ShareName, verdictsOf } from '../../measure/verdicts.ts';
import { pairedBootstrap, type PairedDifference } from '../../statistics/bootstrap.ts';
import { meanOf } from '../../statistics/sums.ts';
import type { TrialLine, TrialOutcome } from '../../trial/trial.ts';
import { compareText } from '../cases.ts';
import { shareNames, sharesInOrder } from '../share-names.ts';
import { type Side, sideBySide, type SideBySide } from './pairs.ts';

/** A case that a share tells apart. */
export interface ChangedCase {
  readonly name: string;
  readonly first: 'yes' | 'no' | 'error';
  readonly second: 'yes' | 'no' | 'error';
}

export interface ComparedShare {
  readonly measure: string;
  readonly first: { readonly count: number; readonly of: number };
  readonly second: { readonly count: number; readonly of: number };
  /** Cases in which a side errored: left out of the counts, and named among the changed. */
  readonly unknown: number;
  /** Second minus first, with its 95% interval over resampled pairs. */
  readonly difference: PairedDifference;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  /** The p-value of the exact McNemar test. */
  readonly p: number;
  readonly changed: readonly ChangedCase[];
}

export interface ComparedMean {
  readonly measure: string;
  readonly first: number;
  readonly second: number;
  /** Second minus first, with its 95% interval over resampled pairs. */
  readonly difference: PairedDifference;
}

export interface ComparedGroup {
  readonly name: string;
  readonly isWorstCase: boolean;
  readonly shares: readonly ComparedShare[];
  readonly means: readonly ComparedMean[];
  /** Names of runs that the other side does not have. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
}

/** Two ledgers, or two defences of one, on the cases that both have. */
export interface Comparison {
  readonly first: string;
  readonly second: string;
  readonly groups: readonly ComparedGroup[];
}

/** The means over trials that finished: what an error cost is no cost of a defence. */
const means: readonly Mean[] = [
  { name: 'questions a task', of: questionsOf({ attacked: false }) },
  { name: 'questions an attacked case', of: questionsOf({ attacked: true }) },
  ofFinished('violations a run', ({ checked }) => checked?.violations.length),
  ofFinished('model calls a run', ({ cost }) => cost.modelCalls),
  ofFinished('tokens a run', ({ cost }) => cost.inputTokens + cost.outputTokens),
  ofFinished('milliseconds a run', ({ cost }) => cost.ms),
];

/** The same ledgers give the same intervals. */
const seed = 1;

/**
 * Compares case by case. Throws `settings-invalid` where a side has a trial twice, as in ledgers of
 * two versions.
 */
export function compare(first: Side, second: Side): Comparison {
  const groups = sideBySide(first, second).map(comparedGroup);
  return { first: first.name, second: second.name, groups };
}

function comparedGroup({ name, isWorstCase, first, second }: SideBySide): ComparedGroup {
  const [left, right] = [byRun(first), byRun(second)];
  const sides = [[...left.values()], [...right.values()]] as const;
  const missing = (from: typeof left, to: typeof left): readonly string[] =>
    [...from].filter(([run]) => !to.has(run)).map(([, line]) => runName(line));
  return {
    name,
    isWorstCase,
    shares: sharesInOrder.flatMap((share) => comparedShare(share, sides) ?? []),
    means: means.flatMap((mean) => comparedMean(mean, [left, right]) ?? []),
    onlyFirst: missing(left, right),
    onlySecond: missing(right, left),
  };
}

function comparedShare(
  name: ShareName,
  [first, second]: readonly [readonly TrialLine[], readonly TrialLine[]],
): ComparedShare | undefined {
  const found = compareShares([second, first], { share: name, seed });
  if (found.difference === undefined) return undefined;
  return {
    measure: shareNames[name],
    first: { count: found.second.count, of: found.second.of },
    second: { count: found.first.count, of: found.first.of },
    unknown: found.unknown,
    difference: found.difference,
    onlyFirst: found.onlySecond,
    onlySecond: found.onlyFirst,
    p: found.p,
    changed: changedCases(name, [first, second]),
  };
}

function changedCases(
  share: ShareName,
  [first, second]: readonly [readonly TrialLine[], readonly TrialLine[]],
): readonly ChangedCase[] {
  const others = verdictsOf(second, claims[share]);
  const names = new Map(first.map(({ spec }) => [caseOf(spec), caseName(spec)]));
  return [...verdictsOf(first, claims[share])]
    .flatMap(([name, one]) => {
      const other = others.get(name);
      if (other === undefined || other === one) return [];
      return [{ name: names.get(name) ?? name, first: one, second: other }];
    })
    .toSorted((a, b) => compareText(a.name, b.name));
}

function comparedMean(
  { name, of }: Mean,
  [first, second]: readonly [ReadonlyMap<string, TrialLine>, ReadonlyMap<string, TrialLine>],
): ComparedMean | undefined {
  const pairs = [...first].flatMap(([run, line]) => {
    const other = second.get(run);
    const [before, after] = [of(line), other === undefined ? undefined : of(other)];
    return before === undefined || after === undefined ? [] : [[after, before] as const];
  });
  const difference = pairedBootstrap(pairs, { seed });
  if (difference === undefined) return undefined;
  return {
    measure: name,
    first: meanOf(pairs, ([, before]) => before) ?? 0,
    second: meanOf(pairs, ([after]) => after) ?? 0,
    difference,
  };
}

/** In an order that does not depend on the ledger's, for the interval not to depend on it. */
function byRun(lines: readonly TrialLine[]): ReadonlyMap<string, TrialLine> {
  const runs = lines.map((line) => [`${caseOf(line.spec)} ${line.spec.person}`, line] as const);
  return new Map(runs.toSorted(([a], [b]) => compareText(a, b)));
}

function runName({ spec }: TrialLine): string {
  return `${caseName(spec)}, ${spec.person}`;
}

function caseName(spec: TrialLine['spec']): string {
  const attack = spec.attack === undefined ? '' : ` (${spec.attack.name})`;
  return `${printCase(spec)}${attack}${spec.seed === 0 ? '' : `, seed ${spec.seed}`}`;
}

type Finished = Extract<TrialOutcome, { kind: 'finished' }>;

/** An amount that a trial has; `undefined` where it says nothing of it. */
interface Mean {
  readonly name: string;
  readonly of: (line: TrialLine) => number | undefined;
}

/** To a truthful person, each call once. */
function questionsOf({ attacked }: { readonly attacked: boolean }): Mean['of'] {
  return ({ spec, outcome }) => {
    const counts = spec.person === 'truthful' && (spec.attack !== undefined) === attacked;
    return counts && outcome.kind === 'finished' ? questionsIn(outcome).length : undefined;
  };
}

function ofFinished(name: string, of: (outcome: Finished) => number | undefined): Mean {
  return { name, of: ({ outcome }) => (outcome.kind === 'finished' ? of(outcome) : undefined) };
}
