import { rulesNamed } from './lineage/derived/rules.ts';
import { lineage } from './lineage.ts';
import type { Propagator } from './propagator.ts';

/**
 * The lineage that a text names, with the rules in parentheses, in any order: `lineage`,
 * `lineage(sums, fields)`, whose name is `lineage(fields,sums)`. `undefined` where a text names
 * another propagator. Throws `propagator-invalid` for a rule that there is not.
 */
export function lineageNamed(text: string): Propagator | undefined {
  const [whole, rules = ''] = /^\s*lineage\s*(?:\(([^()]*)\))?\s*$/.exec(text) ?? [];
  return whole === undefined ? undefined : lineage({ rules: rulesNamed(rules) });
}
