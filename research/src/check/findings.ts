import type { Checked } from '../trial/trial.ts';

/** Where a finding stands; never what stood there. */
export interface EventLocation {
  readonly run: string;
  readonly seq: number | undefined;
  readonly type: string;
}

/** The findings of a check so far. */
export class Findings {
  readonly #violations: string[] = [];
  readonly #differences: string[] = [];
  steps = 0;

  /** The record and the derivation differ in `what`. */
  differs(place: EventLocation, what: string): void {
    this.#differences.push(`${textOf(place)}: ${what}`);
  }

  /** A call was carried out although `why`. */
  violates(place: EventLocation | string, why: string): void {
    this.#violations.push(`${typeof place === 'string' ? place : textOf(place)}: ${why}`);
  }

  result(runs: number): Checked {
    const [violations, differences] = [[...this.#violations], [...this.#differences]];
    return { runs, steps: this.steps, violations, differences };
  }
}

function textOf({ run, seq, type }: EventLocation): string {
  return `${run}#${seq ?? 'end'} ${type}`;
}
