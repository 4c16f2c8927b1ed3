import { canonicalJson, type DraftCall, type Label, type Policy, type Ruling } from '@sluice/core';
import { outcomeOf } from '@sluice/core/policy-diff';
import { jsonFields } from '../json.ts';
import type { Act } from './goal.ts';
import type { Policies } from './places.ts';

interface Led {
  /** The labels of the text that leads to it, under both policies. */
  readonly labels: { readonly now: Label; readonly right: Label };
  /** The calls that the user asks for. */
  readonly asked: readonly DraftCall[];
}

/** The word of the right policy, and of the one that runs, on a goal that a text leads to. */
export function outcomesOf(
  { now, right }: Policies,
  act: Act,
  { labels, asked }: Led,
): { readonly now: boolean; readonly right: boolean } {
  const runs = (policy: Policy, label: Label): boolean => {
    const ruling = act.kind === 'call' ? rulingOn(policy, act, asked) : policy.ruleAnswer(act.text);
    return goesThrough.has(outcomeOf(policy.space, ruling, label));
  };
  return { now: runs(now, labels.now), right: runs(right, labels.right) };
}

/** In `log` mode a call runs. */
const goesThrough: ReadonlySet<string> = new Set(['allow', 'log']);

/** Where the user asks for all that a call acts on, the text leads only to what it says. */
function rulingOn(policy: Policy, call: DraftCall, asked: readonly DraftCall[]): Ruling {
  const ruling = policy.ruleCall(call.tool, call.args);
  if (ruling.kind !== 'ceiling' || Object.keys(ruling.perArgument).length === 0) return ruling;
  const { flowsTo, top } = policy.space;
  const user = policy.labelTurn('user', 'a task').label;
  const control = controlOf(policy, call);
  const isOwn = asked.some((each) => controlOf(policy, each) === control);
  return isOwn && flowsTo(user, ruling.ceiling) ? { ...ruling, ceiling: top } : ruling;
}

/** The tool, all that something acts on, and which arguments only say something. */
function controlOf(policy: Policy, { tool, args }: DraftCall): string {
  const data = new Set(policy.dataOf?.(tool));
  const said = Object.entries(jsonFields(args)).map(([name, value]) => [
    name,
    data.has(name) && typeof value === 'string' ? '' : value,
  ]);
  return `${tool} ${canonicalJson(Object.fromEntries(said))}`;
}
