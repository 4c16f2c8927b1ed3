import { byTurn } from '../src/by-turn.ts';
import type { Trace } from '../src/screener/trace/trace.ts';

/** A call that is to be read: the run, and which of its calls. */
export interface Drawn {
  readonly run: string;
  readonly call: number;
}

export interface SampleSize {
  readonly seed: number;
  /** So many calls of each model, suite and kind of run (benign, attacked), where there are. */
  readonly perStratum: number;
  /** At most so many of one run. */
  readonly perRun: number;
}

/**
 * Draws calls with an earlier result in their history, stratified over models, suites, and benign
 * and attacked runs. A call's turn is a hash of seed and place, so that neither the order of files
 * nor further files of other strata change what is drawn.
 */
export class Sample {
  readonly #size: SampleSize;
  readonly #strata = new Map<string, NamedCalls[]>();

  constructor(size: SampleSize) {
    this.#size = size;
  }

  add(trace: Trace): void {
    const { id, suite, model } = trace;
    const kind = trace.attack === undefined ? 'benign' : 'attacked';
    const stratum = [suite, model, kind].join(' ');
    const { seed, perRun } = this.#size;
    const calls = callsAfterResults(trace)
      .toSorted(byTurn(seed, (call) => `${id} ${call}`))
      .slice(0, perRun);
    if (calls.length === 0) return;
    const runs = this.#strata.get(stratum) ?? [];
    runs.push({ id, calls });
    this.#strata.set(stratum, runs);
  }

  /** The sample, stratum by stratum, calls of one run together. */
  get drawn(): readonly Drawn[] {
    const strata = [...this.#strata].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return strata.flatMap(([, runs]) => this.#drawnOf(runs));
  }

  #drawnOf(runs: readonly NamedCalls[]): readonly Drawn[] {
    const { seed, perStratum } = this.#size;
    return runs
      .toSorted(byTurn(seed, ({ id }) => id))
      .flatMap(({ id, calls }) =>
        calls.toSorted((a, b) => a - b).map((call) => ({ run: id, call })),
      )
      .slice(0, perStratum);
  }
}

interface NamedCalls {
  readonly id: string;
  readonly calls: readonly number[];
}

function callsAfterResults({ messages }: Trace): readonly number[] {
  const found: number[] = [];
  let isAfter = false;
  let index = 0;
  for (const message of messages) {
    if (message.role === 'tool') isAfter = true;
    if (message.role !== 'assistant') continue;
    for (let at = 0; at < message.calls.length; at += 1) {
      if (isAfter) found.push(index);
      index += 1;
    }
  }
  return found;
}
