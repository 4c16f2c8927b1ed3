import type { UnknownCalls } from './unknown-calls.ts';
import type { AuditResult } from './figures.ts';
import { Findings } from './findings.ts';
import { HtmlReport } from '../show/html/report.ts';
import { LeftOuts } from './left-out.ts';
import type { RunOutcome } from './outcome.ts';
import type { Outcomes } from '../work/pool.ts';
import { Tally } from './tally.ts';

/** Takes what became of each run, and keeps what the tables, the lists and the report show. */
export class Ledger {
  readonly left: LeftOuts = new LeftOuts();
  readonly findings: Findings = new Findings();
  readonly #tally = new Tally();
  readonly #report: HtmlReport | undefined;

  /** Throws `file-unreadable` where the report cannot be written. */
  constructor(html: string | undefined) {
    this.#report = html === undefined ? undefined : new HtmlReport(html);
  }

  readonly keep = (outcome: RunOutcome): void => {
    this.#tally.add(outcome);
    this.findings.add(outcome);
    this.#report?.add(outcome);
  };

  /** Gives back those that were audited; the others are named as left out. */
  take(outcomes: Outcomes): readonly RunOutcome[] {
    const audited: RunOutcome[] = [];
    for (const outcome of outcomes) {
      if ('fault' in outcome) {
        this.left.add(outcome, { kind: 'unreadable', because: outcome.fault });
      } else {
        this.keep(outcome);
        audited.push(outcome);
      }
    }
    return audited;
  }

  end(seconds: number, unknown: readonly UnknownCalls[]): AuditResult {
    const result = { groups: this.#tally.groups, left: this.left, unknown, seconds };
    this.#report?.end(result, this.findings);
    return result;
  }

  /** Leaves no half report behind. */
  drop(): void {
    this.#report?.drop();
  }
}
