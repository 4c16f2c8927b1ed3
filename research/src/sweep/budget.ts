import { SluiceError } from '@sluice/core';
import { priceOf, usdOf } from '../measure/price-list.ts';
import type { Cost, TrialSpec } from '../trial/trial.ts';

/** The budget of a sweep. Trials that run when it is reached still end, so it can be passed. */
export interface Budget {
  /** Trials that are started; what the ledger holds is free. */
  readonly trialsMax?: number | undefined;
  readonly modelCallsMax?: number | undefined;
  /** By the price list; a model without a price is refused. */
  readonly usdMax?: number | undefined;
  readonly minutesMax?: number | undefined;
}

/** Counts what a sweep has used. */
export class BudgetMeter {
  readonly #budget: Budget;
  readonly #nowMs: () => number;
  readonly #startedMs: number;
  #trials = 0;
  #modelCalls = 0;
  #usd = 0;

  constructor(budget: Budget, nowMs: () => number) {
    this.#budget = budget;
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  /** The exhausted limit in words, if any; a trial that may start is counted. */
  startTrial(): string | undefined {
    const { trialsMax, modelCallsMax, usdMax, minutesMax } = this.#budget;
    const minutes = (this.#nowMs() - this.#startedMs) / 60_000;
    if (reached(this.#trials, trialsMax)) return `${trialsMax} trials`;
    if (reached(this.#modelCalls, modelCallsMax)) return `${modelCallsMax} model calls`;
    if (reached(this.#usd, usdMax)) return `${usdMax} USD`;
    if (reached(minutes, minutesMax)) return `${minutesMax} minutes`;
    this.#trials += 1;
    return undefined;
  }

  spend({ model }: TrialSpec, cost: Cost): void {
    this.#modelCalls += cost.modelCalls;
    this.#usd += usdOf(cost, priceOf(model)) ?? 0;
  }
}

function reached(used: number, max: number | undefined): boolean {
  return max !== undefined && !(used < max);
}

/** Throws `settings-invalid` where a bound in USD could not be kept. */
export function requirePrices({ usdMax }: Budget, specs: readonly TrialSpec[]): void {
  const unknown = specs.find(({ model }) => priceOf(model) === undefined);
  if (usdMax === undefined || unknown === undefined) return;
  throw new SluiceError('settings-invalid', `the price of \`${unknown.model}\` is not known`, {
    hint: 'bound the sweep by model calls or minutes instead of USD',
  });
}
