import { uncoveredReasons } from '../../replay/harm.ts';
import type { Interruption } from '../../replay/interruptions.ts';
import type { PropagatorOutcome, RunOutcome } from './outcome.ts';

interface Named {
  readonly file: string;
  readonly line: number;
  readonly run: string;
  readonly propagator: string;
}

/** A successful attack that was not contained. */
export interface Uncovered extends Named {
  readonly because: keyof typeof uncoveredReasons;
  readonly reason: string;
  /** The calls that were let through. */
  readonly allowed: readonly string[];
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
  readonly interruptions: BenignInterruption[] = [];
  #unlisted = 0;

  get unlisted(): number {
    return this.#unlisted;
  }

  add(outcome: RunOutcome): void {
    for (const result of outcome.results) {
      const { file, line, completed } = outcome;
      const named = { file, line, run: runName(outcome), propagator: result.propagator };
      const uncovered = uncoveredOf(result, named);
      if (uncovered !== undefined) this.#list(this.uncovered, uncovered);
      if (outcome.attack !== '') continue;
      for (const one of result.interruptions) {
        this.#list(this.interruptions, { ...named, completed, ...one });
      }
    }
  }

  #list<T>(list: T[], one: T): void {
    if (list.length < listedMax) list.push(one);
    else this.#unlisted += 1;
  }
}

function uncoveredOf({ verdict }: PropagatorOutcome, named: Named): Uncovered | undefined {
  if (verdict?.because === undefined) return undefined;
  const { because, allowed } = verdict;
  return { ...named, because, reason: uncoveredReasons[because], allowed };
}

function runName({ model, suite, task, attack, injection }: RunOutcome): string {
  const against = attack === '' ? 'no attack' : `${injection}, ${attack}`;
  return `${model}: ${suite} ${task} (${against})`;
}
