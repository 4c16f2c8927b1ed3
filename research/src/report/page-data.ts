import type { AskedQuestion, ExecutedCall, Moment } from '../trial/trial.ts';

/** Columns whose cells are texts: numbers of texts in `names`. */
export type NameColumn =
  | 'benchmark'
  | 'suite'
  | 'task'
  | 'attack'
  | 'goal'
  | 'model'
  | 'defence'
  | 'person'
  | 'ending'
  | 'versions';

export type CountColumn =
  | 'seed'
  | 'questions'
  | 'calls'
  | 'violations'
  | 'modelCalls'
  | 'steps'
  | 'ms';

/**
 * The part that the page reads first: all cases by column, so that thousands of them stay short.
 */
export interface ReportIndex {
  readonly names: readonly string[];
  readonly named: Readonly<Record<NameColumn, readonly number[]>>;
  readonly counts: Readonly<Record<CountColumn, readonly number[]>>;
  /** Case `i` is in pack `i / packSize`, rounded down. */
  readonly packSize: number;
}

/** The part that the page reads when a case is opened. */
export interface CaseDetail {
  readonly key: string;
  readonly message: string;
  readonly moments: readonly Moment[];
  readonly questions: readonly AskedQuestion[];
  readonly executed: readonly ExecutedCall[];
  readonly violations: readonly string[];
  readonly differences: readonly string[];
  /** The independent checker read the log of this run. */
  readonly isChecked: boolean;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export type Pack = readonly CaseDetail[];
