import type { TrialOutcome } from './outcome.ts';
import type { TrialSpec } from './spec.ts';

/** The versions of everything that an outcome depends on; their hash is part of a trial's key. */
export interface Versions {
  readonly sluice: string;
  /** SHA-256 over our own sources. */
  readonly code: string;
  readonly node: string;
  readonly [other: string]: string;
}

/** First line of a ledger that a sweep appends to, and again wherever one goes on with it. */
export interface SweepLine {
  readonly kind: 'sweep';
  readonly atMs: number;
  readonly command: string;
  readonly versions: Versions;
}

/** A line for each trial that ended. */
export interface TrialLine {
  readonly kind: 'trial';
  /** SHA-256 over the canonical JSON of the trial's spec and the versions. */
  readonly key: string;
  readonly atMs: number;
  readonly spec: TrialSpec;
  readonly outcome: TrialOutcome;
  /** Nothing ran: the outcome was taken from another ledger's trial with the same key. */
  readonly cached?: true | undefined;
}

export type LedgerLine = SweepLine | TrialLine;
