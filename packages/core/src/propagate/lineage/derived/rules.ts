import { SluiceError } from '../../../errors.ts';

/**
 * What lineage may look for besides copies. `fields`: fields that stand as a whole inside a longer
 * value. `sums`, `days`: what numbers and days are worked out from. `mentions`: for words and
 * values from nowhere, the regions that the request or the tool's description speaks of.
 * `everything`: for those, all regions.
 */
export type LineageRule = 'days' | 'everything' | 'fields' | 'mentions' | 'sums';

/** In the order of their letters, which is that of every name. */
const lineageRules: readonly LineageRule[] = ['days', 'everything', 'fields', 'mentions', 'sums'];

/**
 * The rules that a text names with commas between them, in any order; of no text, none.
 * Throws `propagator-invalid`.
 */
export function rulesNamed(text: string): readonly LineageRule[] {
  if (text.trim() === '') return [];
  const words = text.split(',').map((each) => each.trim());
  const unknown = words.find((word) => !lineageRules.some((rule) => rule === word));
  if (unknown === undefined) return lineageRules.filter((rule) => words.includes(rule));
  throw new SluiceError('propagator-invalid', `\`lineage\` has no rule \`${unknown}\``, {
    hint: `name some of ${lineageRules.join(', ')}, e.g. \`lineage(fields,sums)\``,
  });
}

/** One name for the same rules: `lineage(fields,sums)`, and `lineage` without any. */
export function lineageName(rules: readonly LineageRule[]): string {
  const named = lineageRules.filter((rule) => rules.includes(rule));
  return named.length === 0 ? 'lineage' : `lineage(${named.join(',')})`;
}
