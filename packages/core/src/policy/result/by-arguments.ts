import { canonicalJson } from '../../history/json/canonical.ts';
import type { CompiledResult, ResultRule } from '../compile/compile-result.ts';
import type { LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { type Truth } from '../operators/truth.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { ToolResult } from '../policy.ts';
import { readArgs, truthOf } from '../ruling/rule-call.ts';
import { placesOf } from './places.ts';

/**
 * Judges the conditions that rules put on the arguments of the call. Of a call that is not known,
 * or cannot be read, each is unknown, and so the labels with and without the rule are joined. The
 * label of the call, and so of these arguments, is joined in by whoever holds it.
 */
export function judgeArguments(
  { rules }: CompiledResult,
  args: ToolResult['args'],
): readonly Truth[] {
  if (rules.every((rule) => rule.args.length === 0)) return [];
  const read = args === undefined ? undefined : readArgs(canonicalJson(args));
  const patterns = new PatternBudget();
  return rules.map((rule) => {
    if (rule.args.length === 0) return 'true';
    return read?.kind === 'args' ? truthOf(rule.args, read.args, patterns) : 'unknown';
  });
}

/** The rules of a result that apply to a call of which the conditions say this. */
export function resultBy(
  space: LabelSpace,
  result: CompiledResult,
  truths: readonly Truth[],
): CompiledResult {
  if (truths.length === 0) return result;
  const rules = result.rules.flatMap((rule, at): ResultRule[] => {
    const byCall = truths[at] ?? 'unknown';
    return byCall === 'false' ? [] : [{ ...rule, byCall }];
  });
  return { ...result, rules, places: placesOf(space, rules) };
}

/** The label of plain text: its rules speak of the whole, and depend on the call alone. */
export function labelOfText(
  space: LabelSpace,
  { label, rules }: CompiledResult,
): Pick<CompiledResult, 'label'> & { readonly names: readonly string[] } {
  const isCertain = rules.some(({ byCall }) => byCall === 'true');
  const given = [...(isCertain ? [] : [label]), ...rules.map((rule) => rule.label)];
  return { label: joinAll(space, given), names: [...new Set(rules.map(({ name }) => name))] };
}

/** True for a rule on all of a result that reads nothing in it. */
export function isOfWhole({ path, when, readersFrom }: ResultRule): boolean {
  return path.segments.length === 0 && when.length === 0 && readersFrom.length === 0;
}
