import type { Graded, JobAttack } from '../agentdojo/job.ts';
import type { Defence, Knowledge, StandingDefence } from '../defence/defence.ts';
import { sweep, type SweepOptions, type SweepResult } from '../sweep/sweep.ts';
import type { TrialSpec } from '../trial/trial.ts';
import type { Environment } from './environment.ts';
import { runTrial } from './run-trial.ts';

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
