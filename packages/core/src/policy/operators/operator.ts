import type { PatternBudget } from '../pattern/pattern-budget.ts';
import type { OperatorsSource } from '../source.ts';
import type { Truth } from './truth.ts';

/** Says of a value if it meets an operator; over the budget, it is unknown. */
export type Test = (value: unknown, budget: PatternBudget) => Truth;

/** Says that what is written beside an operator cannot be read. */
export interface Mistake {
  readonly kind: 'mistake';
  readonly message: string;
  readonly hint: string;
}

/**
 * One word of a condition, with all that is asked of it. Conditions come here with the members of
 * groups in place of `@name`.
 */
export interface Operator<Wanted> {
  /** An example for the docs. */
  readonly example: string;
  /** The end of "holds if the value", for the docs. */
  readonly holdsIf: string;
  /** `all`: asks of the list of all values, where `undefined` is one that is missing. */
  readonly over: 'each' | 'all';
  readonly test: (wanted: Wanted) => Test | Mistake;
  /**
   * True if a value that meets `narrow` meets this too, and one of which `narrow` is unknown does
   * not fail this. False where it cannot tell.
   */
  readonly implies: (narrow: OperatorsSource, wanted: Wanted) => boolean;
  /** True if no value meets this and the rest of its condition. False where it cannot tell. */
  readonly contradicts: (wanted: Wanted, rest: OperatorsSource) => boolean;
}
