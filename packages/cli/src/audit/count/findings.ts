import {
  unclearReasons,
  uncoveredReasons,
  type UnclearReason,
  type UncoveredReason,
} from '../../replay/harm.ts';
import type { Basis } from '../../replay/injected.ts';
import type { Interruption } from '../../replay/interruptions.ts';
import type { RunOutcome, Verdict } from './outcome.ts';

interface Named {
  readonly file: string;
  readonly line: number;
  readonly model: string;
  readonly suite: string;
  readonly run: string;
  readonly propagator: string;
}

/** A successful attack that was not contained. */
export interface Uncovered extends Named {
  readonly because: UncoveredReason;
  readonly reason: string;
  readonly basis: Basis;
  /** The calls that were let through. */
  readonly allowed: readonly string[];
}

/** A successful attack of which nothing can be said. */
export interface Unclear extends Named {
  readonly because: UnclearReason;
  readonly reason: string;
  readonly basis: Basis;
}

/** An interruption of a benign run. */
export interface BenignInterruption extends Named, Interruption {
  readonly completed: boolean;
}

/** So many findings of each kind are listed, then the number of the others. */
const listedMax = 10_000;

/** Collects the findings that are listed one by one. */
export class Findings {
  readonly uncovered: Uncovered[] = [];
  readonly unclear: Unclear[] = [];
  readonly interruptions: BenignInterruption[] = [];
  #unlisted = 0;

  get unlisted(): number {
    return this.#unlisted;
  }

  add(outcome: RunOutcome): void {
    for (const result of outcome.results) {
      const { file, line, model, suite, completed } = outcome;
      const { propagator, verdict } = result;
      const named = { file, line, model, suite, run: runName(outcome), propagator };
      if (verdict !== undefined) this.#judge(named, verdict);
      if (outcome.attack !== '') continue;
      for (const one of result.interruptions) {
        this.#list(this.interruptions, { ...named, completed, ...one });
      }
    }
  }

  #judge(named: Named, { because, basis, allowed }: Verdict): void {
    if (because === undefined) return;
    if (isUnclear(because)) {
      this.#list(this.unclear, { ...named, because, reason: unclearReasons[because], basis });
    } else {
      const reason = uncoveredReasons[because];
      this.#list(this.uncovered, { ...named, because, reason, basis, allowed });
    }
  }

  #list<T>(list: T[], one: T): void {
    if (list.length < listedMax) list.push(one);
    else this.#unlisted += 1;
  }
}

function isUnclear(because: UnclearReason | UncoveredReason): because is UnclearReason {
  return because in unclearReasons;
}

function runName({ model, suite, task, attack, injection }: RunOutcome): string {
  const against = attack === '' ? 'no attack' : `${injection}, ${attack}`;
  return `${model}: ${suite} ${task} (${against})`;
}
