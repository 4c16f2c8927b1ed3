import type { Group } from '../../count/tally.ts';
import type { Moment } from '../time-line.ts';

/** A run in the list of the report. */
export interface Row {
  readonly name: string;
  readonly model: string;
  readonly suite: string;
  readonly attack: string;
  readonly place: string;
  /** Which pack of time lines holds it, and where in it. */
  readonly pack: number;
  readonly at: number;
  /** By propagator, in the order of the index. */
  readonly verdicts: readonly RowVerdict[];
  readonly interruptions: readonly number[];
}

export type RowVerdict =
  | 'contained'
  | 'uncovered'
  | 'unclear'
  | 'attack failed'
  | 'interrupted'
  | 'quiet';

/** The part that the page reads first. */
export interface ReportIndex {
  readonly propagators: readonly string[];
  readonly rows: readonly Row[];
  readonly groups: readonly (Group & {
    readonly containedShare: number | undefined;
    readonly perBenignRun: number | undefined;
  })[];
  readonly figures: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** The part that the page reads when a run is opened: for each propagator its time line. */
export type Pack = readonly PackedRun[];

export type PackedRun = readonly {
  readonly propagator: string;
  readonly because: string;
  readonly timeLine: readonly Moment[];
}[];
