import type { SluiceError } from '@sluice/core';
import { printable } from '../../show/printable.ts';

/** A suite, or an agent, whose runs were not audited. */
export interface SkippedSuite {
  readonly suite: string;
  readonly runs: number;
  readonly reason: string;
  /** True if its runs are among the unreadable records already. */
  readonly isCounted: boolean;
}

/** So many are named; a log may hold any text in the place of an agent's name. */
const namedMax = 1_000;
const otherSuites = '(other suites)';

/** Suites without a policy, with one that cannot be read, or with that of another agent. */
export class SkippedSuites {
  readonly #found = new Map<string, SkippedSuite>();
  #mistake: SluiceError | undefined;

  get all(): readonly SkippedSuite[] {
    return [...this.#found.values()];
  }

  /** What to throw where nothing was audited. */
  get mistake(): SluiceError | undefined {
    return this.#mistake;
  }

  withoutPolicy(suite: string): void {
    this.#add(suite, 1, { reason: 'it has no policy', isCounted: true });
  }

  because(suite: string, error: SluiceError, runs = 1): void {
    this.#mistake ??= error;
    this.#add(suite, runs, { reason: error.message, isCounted: false });
  }

  #add(suite: string, more: number, why: Pick<SkippedSuite, 'reason' | 'isCounted'>): void {
    const isNamed = this.#found.has(suite) || this.#found.size < namedMax;
    const name = isNamed ? suite : otherSuites;
    const { runs = 0 } = this.#found.get(name) ?? {};
    this.#found.set(name, { suite: name, runs: runs + more, ...why });
  }
}

export function skippedText({ suite, runs, reason }: SkippedSuite): string {
  return `skipped suite: ${printable(suite)}, ${runs} × a run: ${reason}`;
}
