import type { TrialLine } from '../trial/trial.ts';
import { caseOf, printCase } from './cases.ts';
import type { Control } from './controls.ts';

/**
 * Checks that every defence has been tried on the same cases, whoever answers: a sweep that was
 * stopped midway compares defences on different ones.
 */
export function completeness(lines: readonly TrialLine[]): Control {
  const missing = [false, true].flatMap((attacked) => {
    return missingIn(lines.filter(({ spec }) => (spec.attack !== undefined) === attacked));
  });
  return {
    name: 'complete',
    status: lines.length === 0 ? 'absent' : missing.length === 0 ? 'holds' : 'fails',
    detail: `${lines.length} trials there, ${missing.length} missing`,
    cases: missing,
  };
}

function missingIn(lines: readonly TrialLine[]): readonly string[] {
  const all = new Map(lines.map(({ spec }) => [caseOf(spec), spec]));
  const tried = Map.groupBy(lines, ({ spec }) => `${spec.defence}, ${spec.person}`);
  return [...tried].flatMap(([who, runs]) => {
    const own = new Set(runs.map(({ spec }) => caseOf(spec)));
    return [...all]
      .filter(([name]) => !own.has(name))
      .map(([, spec]) => `${who}: ${printCase(spec)}`);
  });
}
