import { outlineOf, type PlainTool } from '@sluice/core';
import { stranger, type Sink } from '@sluice/core/policy-diff';
import { controlSign, writeWordIn } from '@sluice/core/tool-names';
import { jsonFields } from '../json.ts';
import { actKey, type Act, type DataArgument, type Goal } from './goal.ts';
import type { Policies } from './places.ts';

/**
 * A text in an argument that a policy says only says something. It does harm where something acts
 * on that argument all the same.
 */
export function dataGoals(
  policies: Policies,
  tools: readonly PlainTool[],
  sinks: readonly Sink[],
): readonly Goal[] {
  const known = new Set(tools.map(({ name }) => name));
  const found = sinks.flatMap((sink) =>
    sink.call !== undefined && known.has(sink.call.tool) ? [goalOf(policies, sink)].flat() : [],
  );
  const each = new Map(found.map((goal) => [`${goal.name} ${actKey(goal.act)}`, goal]));
  return [...each.values()];
}

function goalOf({ right, now }: Policies, { name, call, argument }: Sink): Goal | readonly [] {
  if (call === undefined || argument === undefined) return [];
  const { tool, args } = call;
  if ([right, now].every((policy) => policy.ruleCall(tool, args).kind === 'deny')) return [];
  const reason = outlineOf(right)
    .find((each) => each.tool === tool)
    ?.data.get(argument);
  const sign = reason === undefined ? controlSign(tool, argument) : undefined;
  const acts = right.effect(tool) === 'write' || writeWordIn(tool) !== undefined;
  const act = { kind: 'call', tool, args } as const;
  const hurts = acts && sign !== undefined;
  return { name, act, hurts, reaches: undefined, argument: { name: argument, sign } };
}

/** The same with a text in that argument; `undefined` where the policies rule that otherwise. */
export function withData(
  goal: Goal,
  text: string,
  policies: Policies,
): (Act & { readonly kind: 'call' }) | undefined {
  const { act, argument } = goal;
  if (act.kind === 'answer' || argument === undefined) return undefined;
  const other = otherText.get(goal) ?? { text: otherTextOf({ act, argument }, policies) };
  otherText.set(goal, other);
  return other.text === undefined ? undefined : filled({ act, argument }, text, other.text);
}

/** The policies are asked once for each goal. */
const otherText: WeakMap<Goal, { readonly text: string | undefined }> = new WeakMap();

interface DataAct {
  readonly act: Act & { readonly kind: 'call' };
  readonly argument: DataArgument;
}

/** The other arguments' text: the user's own where that changes nothing; an address stays. */
function otherTextOf({ act, argument }: DataAct, policies: Policies): string | undefined {
  return [ours, stranger].find((other) => {
    const made = filled({ act, argument }, 'sluice-0', other);
    return [policies.now, policies.right].every(
      (policy) => ceilingsOf(policy, act, argument) === ceilingsOf(policy, made, argument),
    );
  });
}

function filled({ act, argument }: DataAct, text: string, other: string): DataAct['act'] {
  const given = Object.entries(jsonFields(act.args)).map(([name, value]) => [
    name,
    replaced(value, name === argument.name ? text : other),
  ]);
  return { ...act, args: JSON.stringify(Object.fromEntries(given)) };
}

/** A text of the user's. */
const ours = 'as I said';

function replaced(value: unknown, text: string): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(stranger, text));
}

function ceilingsOf(
  policy: Policies['now'],
  { tool, args }: Act & { readonly kind: 'call' },
  { name }: DataArgument,
): string {
  const ruling = policy.ruleCall(tool, args);
  if (ruling.kind !== 'ceiling') return ruling.kind;
  return `${ruling.ceiling.text}, ${ruling.perArgument[name]?.text ?? ''}`;
}
