import { limits } from '../../limits.ts';

/**
 * Bounds the cost of a policy's patterns for one result, or one call, whatever the number of values
 * in it. Over it a pattern does not say what a text is.
 */
export class PatternBudget {
  #spent = 0;

  get spent(): number {
    return this.#spent;
  }

  get isOver(): boolean {
    return this.#spent > limits.patternStepsMax;
  }

  spend(steps: number): void {
    this.#spent += steps;
  }
}
