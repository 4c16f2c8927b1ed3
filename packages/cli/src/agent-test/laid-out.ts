import type { PlainTool } from '@sluice/core';
import type { Sourced } from '../init/draft/origin.ts';
import type { LoadedAgent } from './agents/loaded-agent.ts';
import { policyAlone } from './agents/policy-alone.ts';
import { declaredBy, hasArguments, requireHanded } from './handed-tools.ts';
import { madeUpBench } from './made-up-bench.ts';
import type { ModelServer } from './model-server.ts';
import type { Bench } from './one-run.ts';
import type { Place, Policies } from './places.ts';
import type { Plan } from './plan.ts';
import { requireCallable } from './task-calls.ts';
import { placesInRuns } from './test-agent.ts';

/** All that is tried on: the agent with its tools, and the places of what they give. */
export interface LaidOut {
  readonly bench: Bench;
  readonly tools: readonly PlainTool[];
  readonly places: readonly Place[];
  readonly gaps: readonly string[];
}

export interface Given {
  readonly policies: Policies;
  readonly loaded: LoadedAgent;
  readonly plan: Plan;
  readonly model: ModelServer;
  /** The tools of `--tools`, and all that the list says of them. */
  readonly declared: readonly PlainTool[];
  readonly sourced: readonly Sourced[];
}

/** A run that takes longer has failed. */
const runMs = 30_000;

/** Lays out doubles, or the agent's own tools where it gives some. */
export async function laidOut(given: Given): Promise<LaidOut> {
  const { policies, loaded, plan, model } = given;
  const { agent, printed, isStaged } = loaded;
  const common = { agent, printed, isStaged, policy: policies.now, model, timeoutMs: runMs };
  if (loaded.tools !== undefined) {
    const bench = { ...common, tools: loaded.tools };
    const tools = loaded.tools();
    requireCallable(plan.tasks, tools);
    return { bench, tools, places: await placesInRuns(bench, policies, plan.tasks), gaps: [] };
  }
  const isAlone = loaded.agent === policyAlone;
  const made = ({ declared, sourced }: Pick<Given, 'declared' | 'sourced'>) => {
    const { doubles, ...rest } = madeUpBench(policies, { declared, sourced, isAlone });
    return { ...rest, bench: { ...common, tools: doubles } };
  };
  const isKnown = isAlone || given.declared.length > 0;
  const known = isKnown ? given : await toolsOf(made(given).bench);
  const laid = made(known);
  requireCallable(plan.tasks, laid.tools);
  if (isAlone) return laid;
  await requireHanded(laid.bench, { policies, tools: laid.tools, tasks: plan.tasks });
  return { ...laid, gaps: [...laid.gaps, ...argumentGap(known.declared)] };
}

/** The tools that the agent tells its model of; declared are those with arguments. */
async function toolsOf(bench: Bench): Promise<Pick<Given, 'declared' | 'sourced'>> {
  const heard = await declaredBy(bench);
  const sourced = heard.map((tool) => ({ ...tool, hints: {} }));
  return { declared: heard.filter(hasArguments), sourced };
}

function argumentGap(declared: readonly PlainTool[]): readonly string[] {
  if (declared.length > 0) return [];
  const problem = 'neither the agent nor `--tools` says which arguments its tools have';
  return [`${problem}, so calls have made-up ones: add \`--tools tools.json\` (${listForm})`];
}

const listForm =
  'a list of { name, description, parameters }; of MCP servers: `npx sluice init --servers all --write-tools tools.json`';
