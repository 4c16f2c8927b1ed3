import type { AuditResult } from './figures.ts';
import { Findings } from './findings.ts';
import { HtmlReport } from '../show/html/report.ts';
import { LeftOuts } from './left-out.ts';
import type { RunOutcome } from './outcome.ts';
import type { Outcomes } from '../work/pool.ts';
import type { SkippedSuites } from './skipped-suites.ts';
import { Tally } from './tally.ts';

type Ending = Pick<AuditResult, 'seconds' | 'unknown'> & { readonly skipped: SkippedSuites };

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

  /**
   * What was found of suites that are skipped after all is forgotten. Throws the mistake in one of
   * them where nothing else was audited.
   */
  end({ seconds, unknown, skipped }: Ending): AuditResult {
    const names = new Set(skipped.all.map(({ suite }) => suite));
    const groups = this.#tally.groups.filter(({ suite }) => !names.has(suite));
    if (groups.length === 0 && skipped.mistake !== undefined) throw skipped.mistake;
    this.findings.forget(names);
    const result = { groups, left: this.left, unknown, skipped: skipped.all, seconds };
    this.#report?.end(result, this.findings);
    return result;
  }

  /** Leaves no half report behind. */
  drop(): void {
    this.#report?.drop();
  }
}
