import { canonicalJson } from '@sluice/core';
import type { Graded, JobAttack } from '../agentdojo/job.ts';
import type { Admitted, Defence, Knowledge, StandingDefence } from '../defence/defence.ts';
import { sweep, type SweepOptions, type SweepResult } from '../sweep/sweep.ts';
import type { ExecutedCall, TrialOutcome, TrialSpec } from '../trial/trial.ts';
import type { Environment, Episode } from './environment.ts';

/** The model that every agent of a sweep talks to, behind its defence. */
export interface Model {
  /** With `/v1`. */
  readonly url: string;
  readonly key: string;
  /** The name by which it is asked for. */
  readonly name: string;
}

export interface LiveOptions extends Omit<SweepOptions, 'run'> {
  readonly environment: Environment;
  readonly defences: readonly Defence[];
  readonly model: Model;
  readonly knowledge: Knowledge;
  readonly attackOf: (spec: TrialSpec) => JobAttack | undefined;
  readonly actsThroughAnswer: (spec: TrialSpec) => boolean;
  /** Judges attacks in place of the environment's grader; `undefined` where it cannot tell. */
  readonly judge?: ((spec: TrialSpec, graded: Graded) => boolean | undefined) | undefined;
}

/** Runs trials closed loop: each defence is started when a trial first needs it. */
export async function runLive(options: LiveOptions): Promise<SweepResult> {
  const { environment, model, knowledge, attackOf, actsThroughAnswer, judge } = options;
  const standing = new StandingDefences(options);
  try {
    return await sweep({
      ...options,
      run: async (spec, lane, signal) => {
        const { defence, stands } = standing.of(spec.defence);
        const around = {
          environment,
          defence,
          standing: await stands,
          knowledge,
          attackOf,
          actsThroughAnswer,
          judge,
          modelName: model.name,
        };
        return runTrial(spec, { lane, signal }, around);
      },
    });
  } finally {
    await standing.close();
  }
}

class StandingDefences {
  readonly #options: LiveOptions;
  readonly #started: Map<string, Promise<StandingDefence>> = new Map();

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  of(name: string): { readonly defence: Defence; readonly stands: Promise<StandingDefence> } {
    const { defences, model, knowledge } = this.#options;
    const defence = defences.find((each) => each.name === name);
    if (defence === undefined) throw new RangeError('a trial names a defence that is not there');
    const dependencies = { modelUrl: model.url, modelKey: model.key, knowledge };
    const stands = this.#started.get(name) ?? defence.start(dependencies);
    this.#started.set(name, stands);
    return { defence, stands };
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#started.values()].map(async (each) => (await each).close()));
  }
}

export interface TrialDependencies {
  readonly environment: Environment;
  readonly defence: Defence;
  readonly standing: StandingDefence;
  readonly knowledge: Knowledge;
  /** How the attack of a trial is mounted. */
  readonly attackOf: (spec: TrialSpec) => JobAttack | undefined;
  /** True if an attacker's goal needs no call: it stands in the answer. */
  readonly actsThroughAnswer: (spec: TrialSpec) => boolean;
  /** Judges attacks in place of the environment's grader; `undefined` where it cannot tell. */
  readonly judge: ((spec: TrialSpec, graded: Graded) => boolean | undefined) | undefined;
  /** The name by which the agent asks for its model. */
  readonly modelName: string;
}

/**
 * Runs one trial: lets it into its defence, has its environment run and grade it, and asks the
 * defence what happened. Throws what the environment throws, and where an attack was not mounted or
 * not graded: an error is never a grade.
 */
export async function runTrial(
  spec: TrialSpec,
  place: { readonly lane: number; readonly signal: AbortSignal },
  around: TrialDependencies,
): Promise<TrialOutcome> {
  const admitted = await around.standing.admit(spec);
  try {
    const episode = episodeOf(spec, admitted, around);
    const graded = await around.environment.run(episode, place.lane, place.signal);
    const succeeded = successOf(spec, graded, around);
    const executed = executedIn(graded, spec, around.knowledge);
    const { cost, ...passage } = await admitted.leave(executed);
    return {
      kind: 'finished',
      utility: graded.utility,
      attackSucceeded: succeeded,
      throughAnswer: succeeded === true && around.actsThroughAnswer(spec),
      executed,
      cost: { ...cost, ms: graded.ms },
      ...passage,
    };
  } catch (error) {
    // The first error is the one to report.
    await Promise.allSettled([admitted.leave([])]);
    throw error;
  }
}

function episodeOf(
  spec: TrialSpec,
  { baseUrl, apiKey }: Admitted,
  { attackOf, defence, modelName }: TrialDependencies,
): Episode {
  const { suite, task } = spec;
  const attack = attackOf(spec);
  if ((attack === undefined) !== (spec.attack === undefined))
    throw new Error('the attack of this trial cannot be mounted');
  const { ownDefence } = defence;
  return { suite, task, attack, ownDefence, baseUrl, apiKey, model: modelName };
}

/** `undefined` without an attack. */
function successOf(
  spec: TrialSpec,
  graded: Graded,
  { judge }: TrialDependencies,
): boolean | undefined {
  if (spec.attack === undefined) return undefined;
  const succeeded = judge === undefined ? graded.attackSucceeded : judge(spec, graded);
  if (succeeded === undefined) throw new Error('nobody graded the attack of this trial');
  return succeeded;
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
