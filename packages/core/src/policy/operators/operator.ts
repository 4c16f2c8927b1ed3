import type { PatternBudget } from '../pattern/pattern-budget.ts';
import type { OperatorsSource } from '../source.ts';
import type { Truth } from './truth.ts';

/** Says of a value if it meets an operator; over the budget, it is unknown. */
export type Test = (value: unknown, budget: PatternBudget) => Truth;

/** The members of each group, by name. */
export type Groups = ReadonlyMap<string, readonly string[]>;

/** Says that what is written beside an operator cannot be read. */
export interface Mistake {
  readonly kind: 'mistake';
  readonly message: string;
  readonly hint: string;
}

/**
 * `each`: asks of a value, and of a list item by item. `whole`: of a list as it stands. `all`: of
 * the list of all values, where `undefined` is one that is missing.
 */
export type Over = 'each' | 'whole' | 'all';

/**
 * One word of a condition, with all that is asked of it. Conditions come here with the members of
 * groups in place of `@name`.
 */
export interface Operator<Wanted> {
  /** An example for the docs. */
  readonly example: string;
  /** The end of "holds if the value", for the docs. */
  readonly holdsIf: string;
  readonly over: Over;
  /** `groups`: those of the policy, of which `workspace` says where an agent works. */
  readonly test: (wanted: Wanted, groups: Groups) => Test | Mistake;
  /**
   * True if a value that meets `narrow` meets this too, and one of which `narrow` is unknown does
   * not fail this. False where it cannot tell.
   */
  readonly implies: (narrow: OperatorsSource, wanted: Wanted) => boolean;
  /** True if no value meets this and the rest of its condition. False where it cannot tell. */
  readonly contradicts: (wanted: Wanted, rest: OperatorsSource) => boolean;
}
