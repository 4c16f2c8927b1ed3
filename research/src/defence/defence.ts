import type { NamedCall } from '../person/simulated-person.ts';
import type {
  AskedQuestion,
  Checked,
  Cost,
  ExecutedCall,
  Moment,
  TrialSpec,
} from '../trial/trial.ts';

/** A defence between an agent and its model, by name. */
export interface Defence {
  readonly name: string;
  /** A defence of the benchmark's own package, switched on there. */
  readonly ownDefence?: string | undefined;
  /** Starts its servers, once for a sweep. */
  readonly start: (dependencies: DefenceDependencies) => Promise<StandingDefence>;
}

export interface DefenceDependencies {
  /** Where the model is served, with `/v1`. */
  readonly modelUrl: string;
  readonly modelKey: string;
  readonly knowledge: Knowledge;
}

/** The bench's own knowledge of a trial; no defence decides by it. */
export interface Knowledge {
  /** True if a call is one that the task of a trial makes itself. */
  readonly isOwn: (spec: TrialSpec, call: NamedCall) => boolean;
  /** The answer of a trial's person to the question about a call. */
  readonly answer: (spec: TrialSpec, call: AskedCall) => 'yes' | 'no';
}

/** A call that a person is asked about, and how often it was made before without asking them. */
export interface AskedCall extends NamedCall {
  readonly unasked: number;
}

export interface StandingDefence {
  /** Lets one trial in. */
  readonly admit: (spec: TrialSpec) => Promise<Admitted>;
  readonly close: () => Promise<void>;
}

/** One trial's way through a defence. */
export interface Admitted {
  /** The base URL for the agent's SDK, with `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Ends the trial, and says what happened on the way. */
  readonly leave: (executed: readonly ExecutedCall[]) => Promise<Passage>;
}

/** The defence's record of a trial. */
export interface Passage {
  readonly cost: Omit<Cost, 'ms'>;
  readonly questions: readonly AskedQuestion[];
  /** `undefined`: there is no log to check. */
  readonly checked: Checked | undefined;
  readonly moments: readonly Moment[];
}
