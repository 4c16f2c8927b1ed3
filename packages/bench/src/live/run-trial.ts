import { canonicalJson } from '@sluice/core';
import type { Graded, JobAttack } from '../agentdojo/job.ts';
import type { Defence, Knowledge, StandingDefence } from '../defence/defence.ts';
import type { ExecutedCall, TrialOutcome } from '../trial/outcome.ts';
import type { TrialSpec } from '../trial/spec.ts';
import type { Environment } from './environment.ts';

export interface TrialSurroundings {
  readonly environment: Environment;
  readonly defence: Defence;
  readonly standing: StandingDefence;
  readonly knowledge: Knowledge;
  /** How the attack of a trial is mounted. */
  readonly attackOf: (spec: TrialSpec) => JobAttack | undefined;
  /** Whether an attacker's goal needs no call: it stands in the answer. */
  readonly actsThroughAnswer: (spec: TrialSpec) => boolean;
  /** Judges an attack that the environment has no grader for. */
  readonly judge: ((spec: TrialSpec, graded: Graded) => boolean) | undefined;
  /** The name by which the agent asks for its model. */
  readonly modelName: string;
}

/**
 * Runs one trial: lets it into its defence, has its environment run and grade it, and asks the
 * defence what happened. Throws what the environment throws: an error is never a grade.
 */
export async function runTrial(
  spec: TrialSpec,
  place: { readonly lane: number; readonly signal: AbortSignal },
  around: TrialSurroundings,
): Promise<TrialOutcome> {
  const { defence, standing } = around;
  const admitted = await standing.admit(spec);
  const episode = {
    suite: spec.suite,
    task: spec.task,
    attack: around.attackOf(spec),
    ownDefence: defence.ownDefence,
    baseUrl: admitted.baseUrl,
    apiKey: admitted.apiKey,
    model: around.modelName,
  };
  const graded = await around.environment
    .run(episode, place.lane, place.signal)
    .catch(async (error: unknown) => {
      await admitted.leave([]);
      throw error;
    });
  const executed = executedIn(graded, spec, around.knowledge);
  const succeeded = around.judge?.(spec, graded) ?? graded.attackSucceeded === true;
  const { cost, ...passage } = await admitted.leave(executed);
  return {
    kind: 'finished',
    utility: graded.utility,
    attackSucceeded: spec.attack === undefined ? undefined : succeeded,
    throughAnswer: succeeded && around.actsThroughAnswer(spec),
    executed,
    cost: { ...cost, ms: graded.ms },
    ...passage,
  };
}

function executedIn(
  { calls }: Graded,
  spec: TrialSpec,
  { isOwn }: Knowledge,
): readonly ExecutedCall[] {
  return calls.map(({ tool, args: given }) => {
    const args = canonicalJson(given);
    return { tool, args, own: isOwn(spec, { tool, args }) };
  });
}
