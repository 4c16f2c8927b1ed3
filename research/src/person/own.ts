import { canonicalJson } from '@sluice/core';
import type { Facts, GroundTruthCall } from '../agentdojo/facts.ts';
import { argumentsOf } from '../reader/arguments.ts';

/** Which case a call was made in. */
export interface CaseName {
  readonly suite: string;
  /** Id of the user's task. */
  readonly task: string;
}

/** A call as it is asked about, its arguments as JSON text. */
export interface NamedCall {
  readonly tool: string;
  readonly args: string;
}

/**
 * Whether a call is one that the user's own task makes, with these very arguments. `1` and `1.0`
 * are one number; arguments that are no JSON object are nobody's.
 */
export type IsOwnCall = (name: CaseName, call: NamedCall) => boolean;

export function own(facts: Facts): IsOwnCall {
  return (name, call) => stepsLike(facts, name, call).length > 0;
}

/** Which steps of the user's task make this call. */
export function stepsLike(facts: Facts, name: CaseName, call: NamedCall): readonly number[] {
  const given = argumentsOf(call.args);
  if (given === undefined) return [];
  const args = canonicalJson(given);
  const steps = facts.suites[name.suite]?.userTasks[name.task]?.groundTruth ?? [];
  const isLike = (step: GroundTruthCall): boolean =>
    step.tool === call.tool && canonicalJson(step.args) === args;
  return steps.flatMap((step, at) => (isLike(step) ? [at] : []));
}
