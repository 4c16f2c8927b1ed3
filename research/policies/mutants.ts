import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  loadCases,
  loadPolicy,
  type Label,
  type Policy,
  type PolicySource,
  type Region,
} from '@sluice/core';
import { outcomeApart } from '@sluice/core/policy-diff';
import { parse, stringify } from 'yaml';
import { testPolicyAlone } from '../../packages/cli/src/agent-test/test-policy.ts';
import { mutantsOf } from './mutations.ts';

/** MCP servers that were run for their packs, by the pack's name. */
const packs = [
  'email',
  'fetch',
  'filesystem',
  'git',
  'memory',
  'playwright',
  'postgres',
  'slack',
] as const;

const folder = path.join(import.meta.dirname, '../../policies/packs');

/** Pairs of runs that are tried on a mutant; without a baseline, and with one. */
const pairsMax = 40;

const levels = { high: ['untrusted', 'nobody'], low: ['trusted', 'everyone'] } as const;

interface Sides {
  readonly right: Policy;
  readonly now: Policy;
}

/**
 * Makes each pack looser in each of its settings, one at a time, and lets `sluice test` look for
 * it: against the right pack as its baseline, and without one. A mutant can be used where a text in
 * a result of the pack's own cases reaches one of their calls, or an answer, under the mutant and
 * not under the right pack: found by trying them all, as whole calls and in what a call only says,
 * without a thought of how a policy is written. What is a list's or a mapping's own does not count:
 * a view shows it beside a part of it alone.
 */
export async function mutantFigures(
  say: (line: string) => void,
): Promise<Readonly<Record<string, number>>> {
  const counts = {
    all: 0,
    usable: 0,
    found: 0,
    foundAll: 0,
    alone: 0,
    right: 0,
    roles: 0,
    rolesFound: 0,
  };
  for (const pack of packs) {
    const text = readFileSync(path.join(folder, `${pack}.yaml`), 'utf8');
    const domain = domainOf(pack, text);
    const right = await loadPolicy(text);
    counts.right += (await flowsIn(right, right)).size;
    const known = await flowsIn(right, undefined);
    for (const { name, source, isOfRole } of mutantsOf(sourceIn(text), levels, textsIn(domain))) {
      const now = await loadPolicy(stringify(source)).catch(() => undefined);
      if (now === undefined || now.hash === right.hash) continue;
      const usable = isUsable({ right, now }, domain);
      const found = (await flowsIn(now, right)).size > 0;
      const alone = usable && [...(await flowsIn(now, undefined))].some((flow) => !known.has(flow));
      counts.all += 1;
      counts.usable += usable ? 1 : 0;
      counts.found += usable && found ? 1 : 0;
      counts.foundAll += found ? 1 : 0;
      counts.alone += alone ? 1 : 0;
      counts.roles += usable && isOfRole ? 1 : 0;
      counts.rolesFound += usable && found && isOfRole ? 1 : 0;
      if (usable && !found) say(`missed: ${pack}: ${name}`);
    }
    say(`${pack}: ${counts.all} mutants so far, ${counts.usable} of use, ${counts.found} found`);
  }
  return {
    'policies.mutants': counts.usable,
    'policies.mutantsFound': counts.found,
    'policies.mutantsFoundAlone': counts.alone,
    'policies.mutantsAll': counts.all,
    'policies.mutantsAllFound': counts.foundAll,
    'policies.mutantsRight': counts.right,
    'policies.roleMutants': counts.roles,
    'policies.roleMutantsFound': counts.rolesFound,
  };
}

/** The packs are known to be whole: a test loads them. */
function sourceIn(text: string): PolicySource {
  const source: PolicySource = parse(text);
  return source;
}

async function flowsIn(now: Policy, right: Policy | undefined): Promise<ReadonlySet<string>> {
  const { findings } = await testPolicyAlone(now, { right, seed: 1, pairsMax });
  const flows = findings.map(({ kind, scenario, call }) =>
    [kind, scenario.place.name, call?.tool ?? scenario.goal.name].join(' '),
  );
  return new Set(flows);
}

interface Domain {
  readonly results: readonly Parameters<Policy['labelResult']>[0][];
  readonly calls: readonly { readonly tool: string; readonly args: string }[];
  readonly answers: readonly string[];
}

/** The results, calls and answers of a pack's cases, and of each tool the plainest ones. */
function domainOf(pack: string, text: string): Domain {
  const cases = loadCases(readFileSync(path.join(folder, `${pack}.cases.yaml`), 'utf8'));
  const tools = Object.keys(sourceIn(text).tools);
  const results = cases.flatMap((each) =>
    'result' in each
      ? [{ ...each.result, failed: each.result.failed ?? false, args: each.result.args }]
      : [],
  );
  const calls = cases.flatMap((each) =>
    'call' in each ? [{ tool: each.call.tool, args: JSON.stringify(each.call.args) }] : [],
  );
  return {
    results: [
      ...results,
      ...tools.flatMap((tool) =>
        [false, true].map((failed) => ({ tool, args: {}, text: 'Hello', failed })),
      ),
    ],
    calls: [...calls, ...tools.map((tool) => ({ tool, args: '{}' }))],
    answers: ['Done.', 'See https://z.example/a'],
  };
}

/** The arguments that hold a text in some call, by tool. */
function textsIn({ calls }: Domain): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { tool, args } of calls) {
    const given: Readonly<Record<string, unknown>> = JSON.parse(args);
    const names = found.get(tool) ?? new Set();
    for (const [name, value] of Object.entries(given))
      if (typeof value === 'string') names.add(name);
    found.set(tool, names);
  }
  return found;
}

function isUsable(sides: Sides, { results, calls, answers }: Domain): boolean {
  const user = [sides.right, sides.now].map((policy) => policy.labelTurn('user', 'Hello').label);
  const pairs = results.flatMap((result) => labelPairs(sides, result));
  const joined = pairs.map((pair) =>
    pair.map((label, at) =>
      (at === 0 ? sides.right : sides.now).space.join(label, user[at] ?? label),
    ),
  );
  const rulings = (policy: Policy): readonly ReturnType<Policy['ruleCall']>[] => [
    ...calls.map(({ tool, args }) => policy.ruleCall(tool, args)),
    ...answers.map((answer) => policy.ruleAnswer(answer)),
  ];
  const [old, now] = [rulings(sides.right), rulings(sides.now)];
  return old.some((before, at) =>
    joined.some(([one, two]) => {
      const after = now[at];
      if (one === undefined || two === undefined || after === undefined) return false;
      // As one call, and with the text in what the call only says: the user chose the rest.
      return [false, true].some((isData) => {
        const [was, is] = [isData ? user[0] : one, isData ? user[1] : two];
        return (
          was !== undefined &&
          is !== undefined &&
          !runs(outcomeApart(sides.right.space, before, { control: was, data: one })) &&
          runs(outcomeApart(sides.now.space, after, { control: is, data: two }))
        );
      });
    }),
  );
}

/** The labels of each part of a result under both policies; each pair once. */
function labelPairs(
  { right, now }: Sides,
  result: Parameters<Policy['labelResult']>[0],
): readonly (readonly Label[])[] {
  const [old, changed] = [right.labelResult(result).root, now.labelResult(result).root];
  const found = new Map<string, readonly Label[]>();
  for (let at = 0; at < result.text.length; at += 1) {
    const [one, two] = [labelAt(old, at), labelAt(changed, at)];
    if (one === undefined || two === undefined) continue;
    found.set([one.text, two.text].join('\n'), [one, two]);
  }
  return [...found.values()];
}

/** `undefined` for what is a container's own. */
function labelAt({ parts, form, label }: Region, at: number): Label | undefined {
  const part = parts.find(({ start, end }) => start <= at && at < end);
  if (part !== undefined) return labelAt(part, at);
  return form === 'container' ? undefined : label;
}

function runs(outcome: string): boolean {
  return outcome === 'allow' || outcome === 'log';
}
