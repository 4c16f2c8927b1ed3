import { compareText } from '../cases.ts';
import type { SuiteResult } from '../suite-result.ts';

/** A result, and whether the code that is here now would still measure it so. */
export interface RankedResult {
  readonly result: SuiteResult;
  /** The suite's sources are those that it was measured with. */
  readonly isCurrent: boolean;
}

/** Suites in the order of the page; others come after them, by name. */
const inOrder: readonly string[] = [
  'attacks',
  'agentdojo',
  'agentsec',
  'privacy',
  'screeners',
  'screener',
  'labels',
];

/**
 * The results of all suites: suite by suite, what the present code measured first, whole suites
 * before slices, the newest first.
 */
export function ranked(
  results: readonly SuiteResult[],
  codeOf: (suite: string) => string,
): readonly RankedResult[] {
  const codes = new Map(results.map(({ suite }) => [suite, codeOf(suite)]));
  return results
    .map((result) => ({ result, isCurrent: codes.get(result.suite) === result.versions['code'] }))
    .toSorted(byRank);
}

/** All figures by their names; where two results have one of a name, that of the first. */
export function mergedFigures(results: readonly RankedResult[]): Readonly<Record<string, number>> {
  const all = results.toReversed().flatMap(({ result }) => Object.entries(result.figures));
  return Object.fromEntries(all);
}

function byRank(left: RankedResult, right: RankedResult): number {
  const [a, b] = [left.result, right.result];
  return (
    placeOf(a.suite) - placeOf(b.suite) ||
    compareText(a.suite, b.suite) ||
    Number(right.isCurrent) - Number(left.isCurrent) ||
    Number(b.slice === 'whole') - Number(a.slice === 'whole') ||
    b.atMs - a.atMs ||
    compareText(a.slice, b.slice)
  );
}

function placeOf(suite: string): number {
  const at = inOrder.findIndex((name) => suite === name || suite.startsWith(`${name}-`));
  return at === -1 ? inOrder.length : at;
}
