import type { LabelSpace } from '../../label/label.ts';
import { Around, joinPairs, type Pair } from './around.ts';
import type { ResultRule } from '../compile/compile-result.ts';
import { rootPath } from '../path/path.ts';
import { PathStates, type PathState } from '../path/path-states.ts';

/** The rules of a policy that apply to a value by its path alone. */
export interface PathRules {
  /** The rules whose paths find it, each once. */
  readonly rules: readonly ResultRule[];
  /**
   * True if the policy speaks of the keys, order and length of what stands here: of the whole, and
   * of what rules lead through. A container anywhere else is a value like any other: a stranger who
   * writes a mapping where a text should be must not have its keys taken for structure.
   */
  readonly isStructure: boolean;
  /**
   * The labels that the rules give; `undefined` if those depend on values, or there are no rules.
   */
  readonly given: Around | undefined;
}

/** The places of a tool's results, for all documents. */
export type Places = PathStates<ResultRule | 'structure', PathRules>;

/** A place, and the way to the places below. */
export type PlaceState = PathState<PathRules>;

export function placesOf(space: LabelSpace, rules: readonly ResultRule[]): Places {
  const through = [rootPath, ...rules.flatMap((rule) => rule.through)];
  const byText = new Map(through.map((path) => [path.text, path]));
  const structure = [...byText.values()].map((path) => ({ path, item: 'structure' as const }));
  const found = rules.map((rule) => ({ path: rule.path, item: rule }));
  return new PathStates<ResultRule | 'structure', PathRules>([...structure, ...found], (items) =>
    placeOf(
      space,
      items.filter((item) => item !== 'structure'),
      items.includes('structure'),
    ),
  );
}

function placeOf(space: LabelSpace, rules: readonly ResultRule[], isStructure: boolean): PathRules {
  const isFixed = rules.length > 0 && rules.every(isUnconditional);
  const names = [...new Set(rules.map(({ name }) => name))].toSorted();
  const given = isFixed ? new Around(joinPairs(space, rules.map(pairOf)), names) : undefined;
  return { rules, isStructure, given };
}

/** The labels that a rule gives where it reads nothing. */
export function pairOf({ label, shape, keys }: ResultRule): Pair {
  return { label, shape, ...(keys && { keys: { label: keys, asValue: false } }) };
}

function isUnconditional({ when, readersFrom, byCall }: ResultRule): boolean {
  return when.length === 0 && readersFrom.length === 0 && byCall === 'true';
}
