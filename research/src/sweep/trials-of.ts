import { canonicalJson } from '@sluice/core';
import type { LedgerLine, TrialLine, Versions } from '../trial/row.ts';

/**
 * The trials that a figure may be made of: those of the versions that the ledger ends with, and
 * of each the last line, for an error that was tried again. Older versions' trials are history.
 */
export function trialsOf(lines: readonly LedgerLine[]): readonly TrialLine[] {
  const last = versionsOf(lines);
  const trials = new Map<string, TrialLine>();
  let counts = false;
  for (const line of lines) {
    if (line.kind === 'sweep') counts = canonicalJson(line.versions) === canonicalJson(last);
    else if (counts) trials.set(line.key, line);
  }
  return [...trials.values()];
}

/** The versions that a ledger ends with; `undefined` where nothing ran. */
export function versionsOf(lines: readonly LedgerLine[]): Versions | undefined {
  return lines.findLast((line) => line.kind === 'sweep')?.versions;
}
