import type { CeilingRule } from '../compile/compile-call.ts';
import { compiledPartsOf } from '../load.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Policy } from '../policy.ts';
import { readArgs, ruleArgs, truthOf } from '../ruling/rule-call.ts';
import { stranger } from './cells.ts';

/**
 * The rules without which a call could carry less, where they say of which calls: somebody's word
 * on just these. Empty where the ceiling of the tool allows as much, or a rule that any value
 * meets. Throws `policy-invalid` for a policy made elsewhere.
 */
export function rulesBehind(
  policy: Policy,
  { tool, args }: { readonly tool: string; readonly args: string },
): readonly string[] {
  const { compiler, tools } = compiledPartsOf(policy);
  const call = tools.get(tool)?.call;
  const read = readArgs(args);
  if (call === undefined || call === 'never' || read.kind === 'unreadable') return [];
  if (call.rules.length === 0) return [];
  const [open, narrow] = [true, false].map((wanted) => {
    return call.rules.filter((rule) => isOpen(rule) === wanted);
  });
  const now = ruleArgs(compiler, call, read.args);
  const without = ruleArgs(compiler, { ...call, rules: open ?? [] }, read.args);
  if (now.kind !== 'ceiling' || without.kind !== 'ceiling') return [];
  if (compiler.space.flowsTo(now.ceiling, without.ceiling)) return [];
  return (narrow ?? []).flatMap(({ when, name }) =>
    truthOf(when, read.args, new PatternBudget()) === 'true' ? [name] : [],
  );
}

/** True for a rule whose conditions a value that nobody named meets, or none at all. */
function isOpen({ when }: CeilingRule): boolean {
  const anything = [[stranger], [1e9], []];
  return when.every(({ holds }) =>
    anything.some((values) => holds(values, new PatternBudget()) === 'true'),
  );
}
