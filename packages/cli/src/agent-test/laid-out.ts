import type { PlainTool } from '@sluice/core';
import type { Sourced } from '../init/draft/origin.ts';
import type { LoadedAgent } from './agents/loaded-agent.ts';
import { policyAlone } from './agents/policy-alone.ts';
import { declaredBy, requireHanded } from './handed-tools.ts';
import { madeUpBench } from './made-up-bench.ts';
import type { ModelServer } from './model-server.ts';
import type { Bench } from './one-run.ts';
import type { Place, Policies } from './places.ts';
import type { Plan } from './plan.ts';
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
  const common = { agent: loaded.agent, policy: policies.now, model, timeoutMs: runMs };
  if (loaded.tools !== undefined) {
    const bench = { ...common, tools: loaded.tools };
    const tools = loaded.tools();
    return { bench, tools, places: await placesInRuns(bench, policies, plan.tasks), gaps: [] };
  }
  const isAlone = loaded.agent === policyAlone;
  const made = (declared: readonly PlainTool[]) => {
    const { doubles, ...rest } = madeUpBench(policies, {
      declared,
      sourced: given.sourced,
      isAlone,
    });
    return { ...rest, bench: { ...common, tools: doubles } };
  };
  if (isAlone) return made(given.declared);
  const declared = given.declared.length > 0 ? given.declared : await declaredBy(made([]).bench);
  const laid = made(declared);
  await requireHanded(laid.bench, { policies, tools: laid.tools, tasks: plan.tasks });
  return laid;
}
