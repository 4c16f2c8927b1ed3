import type { Policy } from '@sluice/core';
import { policyAlone } from './agents/policy-alone.ts';
import { madeUpBench } from './made-up-bench.ts';
import { testAgent, type TestResult } from './test-agent.ts';

/** Without a model's server: the policy alone asks the model in this process. */
const noServer = { baseURL: '', play: () => {}, close: () => Promise.resolve() };

const runMs = 30_000;

/** Tests a policy alone against an earlier one, or by itself. */
export async function testPolicyAlone(
  now: Policy,
  {
    right,
    seed,
    pairsMax,
  }: { readonly right?: Policy | undefined; readonly seed: number; readonly pairsMax: number },
): Promise<TestResult> {
  const policies = { now, right: right ?? now };
  const { tools, places, doubles } = madeUpBench(policies, { declared: [], isAlone: true });
  const bench = {
    agent: policyAlone,
    policy: now,
    tools: doubles,
    model: noServer,
    timeoutMs: runMs,
  };
  return testAgent(bench, {
    policies,
    hasBaseline: right !== undefined,
    tools,
    places,
    plan: { tasks: [], accept: [] },
    seed,
    pairsMax,
    untilMs: Number.POSITIVE_INFINITY,
    onProgress: () => {},
  });
}
