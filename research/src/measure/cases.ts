import { SluiceError } from '@sluice/core';
import type { PersonName, TrialLine, TrialSpec } from '../trial/trial.ts';

/** Which of a defence's trials a figure is of. */
export interface Selection {
  readonly attacked: boolean;
  readonly persons: readonly PersonName[];
}

export function select(lines: readonly TrialLine[], by: Selection): readonly TrialLine[] {
  return lines.filter(({ spec }) => {
    return (spec.attack !== undefined) === by.attacked && by.persons.includes(spec.person);
  });
}

/** Names what was tried, whoever defended and whoever answered. */
export function caseOf({ benchmark, suite, task, attack, model, seed }: TrialSpec): string {
  const goal = attack === undefined ? [] : [attack.name, attack.goal];
  return JSON.stringify([benchmark, model, seed, suite, task, ...goal]);
}

/** A case as people call it. */
export function printCase({ suite, task, attack }: TrialSpec): string {
  return attack === undefined ? `${suite}/${task}` : `${suite}/${task}/${attack.goal}`;
}

export function byCase(
  lines: readonly TrialLine[],
): ReadonlyMap<string, readonly [TrialLine, ...TrialLine[]]> {
  const cases = new Map<string, [TrialLine, ...TrialLine[]]>();
  for (const line of lines) {
    const runs = cases.get(caseOf(line.spec));
    if (runs === undefined) cases.set(caseOf(line.spec), [line]);
    else runs.push(line);
  }
  return cases;
}

/**
 * Throws `settings-invalid` where a trial stands twice, as in a ledger of two versions: which of
 * the two counts must be said, by `trialsOf`.
 */
export function requireOnce(lines: readonly TrialLine[]): void {
  const seen = new Set<string>();
  for (const { spec } of lines) {
    const trial = JSON.stringify([caseOf(spec), spec.defence, spec.person]);
    if (seen.has(trial)) throw twice(`${spec.defence}, ${spec.person}, ${printCase(spec)}`);
    seen.add(trial);
  }
}

/** Throws `settings-invalid` where figures of two benchmarks or models would be one. */
export function requireOneBenchmark(lines: readonly TrialLine[]): void {
  const worlds = new Set(lines.map(({ spec }) => `${spec.benchmark} with ${spec.model}`));
  if (worlds.size <= 1) return;
  throw new SluiceError(
    'settings-invalid',
    `the trials are of \`${[...worlds].join('`, `')}\`: a figure is of one`,
    { hint: 'choose a benchmark version and a model' },
  );
}

function twice(trial: string): SluiceError {
  return new SluiceError('settings-invalid', `the trial \`${trial}\` stands there twice`, {
    hint: 'take the trials of one version, from one ledger',
  });
}
