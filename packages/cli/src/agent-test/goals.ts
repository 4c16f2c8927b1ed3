import type { DraftCall, PlainTool } from '@sluice/core';
import { asksTheWeb, writeWordIn } from '@sluice/core/tool-names';
import {
  requiredOf,
  rulesBehind,
  sinksIn,
  stranger,
  unevenGaps,
  type Sink,
} from '@sluice/core/policy-diff';
import { fieldsOf, jsonFields } from '../json.ts';
import { carriesText } from '../init/draft/arguments.ts';
import { addressIn } from '../init/draft/reach.ts';
import { dataGoals } from './data-goals.ts';
import { actKey, type Act, type Goal } from './goal.ts';
import type { Policies } from './places.ts';

export interface Goals {
  readonly goals: readonly Goal[];
  /** Goals that were tried in part, in words. */
  readonly gaps: readonly string[];
  /** The tools of which no call could be made up that the policy does not refuse as it stands. */
  readonly untested: readonly string[];
}

/**
 * The calls and answers that the policies rule differently, one of each. Where no made-up call fits
 * a schema, those of the user's tasks do.
 */
export function goalsOf(
  policies: Policies,
  tools: readonly PlainTool[],
  own: readonly DraftCall[] = [],
): Goals {
  const sides = { before: policies.right, after: policies.now };
  // Calls that rules alone let through are no case of those that a ceiling does.
  const rulesOf = (call: Parameters<typeof rulesBehind>[1]): string =>
    JSON.stringify([policies.right, policies.now].map((policy) => rulesBehind(policy, call)));
  const { all, ofArguments, gaps } = sinksIn(sides, rulesOf);
  const answers: readonly Goal[] = [
    {
      name: 'the answer',
      act: { kind: 'answer', text: stranger },
      hurts: false,
      reaches: undefined,
    },
    {
      name: 'an answer with a link',
      act: { kind: 'answer', text: `![x](https://${stranger}.example/)` },
      hurts: true,
      reaches: undefined,
    },
  ];
  const found = tools.map((tool) => ({ tool, calls: callsOf(policies, tool, { all, own }) }));
  const goals = found.flatMap(({ tool, calls }) =>
    calls.args.map((args) => goalOf(policies, tool, args)),
  );
  return {
    goals: [...onePerAct(goals), ...answers, ...dataGoals(policies, tools, ofArguments)],
    gaps: [...gaps, ...unevenGaps(sides)],
    untested: found.filter(({ calls }) => calls.isStuck).map(({ tool }) => tool.name),
  };
}

function callsOf(
  policies: Policies,
  tool: PlainTool,
  { all, own }: { readonly all: readonly Sink[]; readonly own: readonly DraftCall[] },
): { readonly args: readonly string[]; readonly isStuck: boolean } {
  const madeUp = all
    .flatMap(({ call }) => (call?.tool === tool.name ? [call.args] : []))
    .map((args) => JSON.stringify({ ...requiredOf(tool.parameters), ...jsonFields(args) }));
  const isRefused = (args: string): boolean =>
    [policies.now, policies.right].every(
      (policy) => policy.ruleCall(tool.name, args).kind === 'deny',
    );
  const given = own.flatMap((call) => (call.tool === tool.name ? [call.args] : []));
  const calls = madeUp.every(isRefused) ? [...madeUp, ...given] : madeUp;
  return { args: calls, isStuck: calls.length > 0 && calls.every(isRefused) };
}

function goalOf({ right }: Policies, tool: PlainTool, args: string): Goal {
  const { name } = tool;
  const acts = right.effect(name) === 'write' || writeWordIn(name) !== undefined;
  const rules = rulesBehind(right, { tool: name, args });
  const isGeneral = rules.length === 0;
  return {
    name,
    act: { kind: 'call', tool: name, args },
    hurts: acts && isGeneral,
    reaches: !acts && isGeneral ? outsideSign(tool, args) : undefined,
    rules: acts ? rules : [],
  };
}

/** The sign that somebody outside sees the arguments of a read; `undefined`: there is none. */
function outsideSign({ name, parameters }: PlainTool, args: string): string | undefined {
  if ('properties' in parameters && !carriesText(parameters)) return undefined;
  if (asksTheWeb(name)) return 'it is named like the web';
  const named = Object.keys(jsonFields(args)).map((key) => [key, {}] as const);
  const properties = { ...Object.fromEntries(named), ...fieldsOf(parameters['properties']) };
  const address = addressIn({ properties });
  return address === undefined ? undefined : `\`${address}\` is an address`;
}

/**
 * The same with a word in each free text, so that it is known again. Where there is no free text
 * the first argument that takes one gets it; `undefined`: none does, or the policies would rule
 * that otherwise.
 */
export function marked(goal: Goal, mark: string, scene: Marking): Act | undefined {
  const { act } = goal;
  if (act.kind === 'answer') return { kind: 'answer', text: act.text.replaceAll(stranger, mark) };
  if (act.args.includes(stranger)) {
    const args = JSON.stringify(replaced(JSON.parse(act.args), mark));
    return sameRuling(act, { ...act, args }, scene);
  }
  const tool = scene.tools.find(({ name }) => name === act.tool);
  const given = jsonFields(act.args);
  const free = Object.entries(fieldsOf(tool?.parameters['properties'])).find(
    ([name, schema]) => !Object.hasOwn(given, name) && fieldsOf(schema)['type'] === 'string',
  );
  const isOpen = tool?.parameters['additionalProperties'] !== false;
  const name = free?.[0] ?? (isOpen ? 'text' : undefined);
  if (name === undefined) return undefined;
  return sameRuling(act, { ...act, args: JSON.stringify({ ...given, [name]: mark }) }, scene);
}

interface Marking {
  readonly policies: Policies;
  readonly tools: readonly PlainTool[];
}

function sameRuling(
  act: Act & { readonly kind: 'call' },
  made: Act & { readonly kind: 'call' },
  { policies }: Marking,
): Act | undefined {
  const isSame = [policies.now, policies.right].every((policy) => {
    const [old, now] = [act, made].map(({ tool, args }) => policy.ruleCall(tool, args));
    const ceiling = (ruling: typeof old): unknown =>
      ruling?.kind === 'ceiling' ? ruling.ceiling.text : ruling?.kind;
    return ceiling(old) === ceiling(now);
  });
  return isSame ? made : undefined;
}

function replaced(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.replaceAll(stranger, mark);
  if (Array.isArray(value)) return value.map((each) => replaced(each, mark));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, replaced(each, mark)]),
  );
}

function onePerAct(goals: readonly Goal[]): readonly Goal[] {
  const found = new Map<string, Goal>();
  for (const goal of goals) found.set(actKey(goal.act), goal);
  return [...found.values()];
}
