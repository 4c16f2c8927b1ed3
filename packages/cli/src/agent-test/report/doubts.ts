import { printable } from '../../show/printable.ts';
import { someOf } from '../../show/some-of.ts';
import type { TestResult } from '../test-agent.ts';

/** The policy alone answers for these: results it trusts, and calls that a rule lets through. */
export function takenLines({ taken, takenRules }: TestResult): readonly string[] {
  const results = taken.map(({ tool, sign }) => tool + (sign ? ` (${sign})` : ''));
  const rules = takenRules.map(({ tool, rule }) => `${tool} (\`${printable(rule)}\`)`);
  return [
    ...listed('taken as trusted, not attacked as text of strangers', results),
    ...listed('calls that a rule lets strangers lead to, not tried as harm', rules),
  ];
}

function listed(what: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const all = items.length > takenMax ? ': `--json` lists all' : '';
  return [`${what}: ${someOf(items, takenMax)}${all}`];
}

const takenMax = 10;

/** Why the result says less than it seems to, and what to do. */
export function doubts(result: TestResult): readonly string[] {
  const { unreached, unreachedBecause, failed, failure, honest, gaps, untested, pairs } = result;
  return [
    ...untested.map((what) => `not tested: ${what}`),
    ...(unreached > 0
      ? [
          `in ${counted(unreached, 'pair')} the agent never looked at the place; in the first`,
          `  ${printable(unreachedBecause ?? '')}`,
        ]
      : []),
    ...failedLines(counted(failed, 'pair'), failed, failure),
    ...failedLines(counted(honest.failed, 'honest task'), honest.failed, honest.failure),
    ...(pairs === 0 ? [whyNone(result)] : []),
    ...gaps.map((gap) => `not tried in full: ${gap}`),
  ];
}

function failedLines(what: string, count: number, failure = ''): readonly string[] {
  return count === 0 ? [] : [`${what} failed, the first with: ${printable(failure)}`];
}

/** The cause where there was nothing to try, or no time to. */
function whyNone({ pairsAll, places, goals }: TestResult): string {
  if (pairsAll > 0) return 'no pair ran: give it more time, `--minutes`';
  if (places === 0) {
    return 'no pair ran, for no tool gave a result that a text could stand in: name one with a `result` in the policy; with --real-tools, export `tasks` whose calls read something';
  }
  return goals === 0
    ? 'no pair ran, for there is no call that an attack could be after: name your tools in the policy'
    : 'no pair ran, for all that a text could lead to is accepted in the plan, or does no harm: see `accept`';
}

/** The last that an agent printed beside its answer, where it failed or nothing is known. */
export function printedLines({ printed }: TestResult): readonly string[] {
  return printed.map((line) => `  the agent printed: ${printable(line)}`);
}

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
