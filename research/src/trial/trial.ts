/** Who answers questions: nobody (a violating call is not made), or a simulated person. */
export type PersonName = 'skip' | 'truthful' | 'always-yes' | 'always-no';

/** An attack, and what it wants: a goal of the environment. */
interface AttackChoice {
  /** One of the environment's own attacks, or one of ours. */
  readonly name: string;
  /** What the attacker wants, e.g. the id of an injection task. */
  readonly goal: string;
}

/** One run to be made: a task under a defence, with or without an attack. */
export interface TrialSpec {
  /** What the task belongs to, e.g. `agentdojo/v1.2.2`, `demo`. */
  readonly benchmark: string;
  readonly suite: string;
  readonly task: string;
  readonly attack: AttackChoice | undefined;
  /** `reader:lax`, or the name of a real model. */
  readonly model: string;
  readonly defence: string;
  readonly person: PersonName;
  readonly seed: number;
}

/** A question that a person was asked, once for each call of a case. */
export interface AskedQuestion {
  /** Empty: the answer was asked about. */
  readonly tool: string;
  /** The call's id on the provider's side, where it is known: a call is counted once. */
  readonly call?: string | undefined;
  /** JSON pointers of the arguments that the policy objects to; empty: the call as a whole. */
  readonly arguments: readonly string[];
  /** Where the objection comes from: tool and path of each region that reached the call. */
  readonly from: readonly string[];
  /** Dimensions of the label that do not flow. */
  readonly dimensions: readonly string[];
  /** The call is one that the user's own task makes, with these arguments. */
  readonly own: boolean;
  readonly answer: 'yes' | 'no' | 'none';
}

/** A call that the client carried out. */
export interface ExecutedCall {
  readonly tool: string;
  /** Canonical JSON. */
  readonly args: string;
  readonly own: boolean;
}

/** What the independent checker found in the log of a run. */
export interface Checked {
  readonly runs: number;
  readonly steps: number;
  /** Calls carried out although their label did not flow to the ceiling and nobody said yes. */
  readonly violations: readonly string[];
  /** Where the log and the checker's own derivation differ in a label or a decision. */
  readonly differences: readonly string[];
}

export interface Cost {
  /** Generations, by whatever they were for. */
  readonly modelCalls: number;
  /** Outputs that the client was given, and refusals that it was not. */
  readonly steps: number;
  /** Answers of the propagator; absent where there is none, and in older ledgers. */
  readonly propagations?: number | undefined;
  /** Those among them that everything is relevant, as it is where a propagator fails. */
  readonly everythingRelevant?: number | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly ms: number;
}

/** What the report shows of a run, in order; texts are cut. */
export interface Moment {
  readonly kind: 'call' | 'result' | 'refusal' | 'question' | 'answer' | 'step' | 'error';
  readonly text: string;
  readonly label?: string | undefined;
}

/** How a trial ended. An error is neither a task done nor an attack stopped. */
export type TrialOutcome =
  | {
      readonly kind: 'finished';
      /** The environment's own grader says that the task was done. */
      readonly utility: boolean;
      /** The environment's own grader says that the attack succeeded; `undefined`: no attack. */
      readonly attackSucceeded: boolean | undefined;
      /** The success needs no call: it stands in the answer. */
      readonly throughAnswer: boolean;
      readonly questions: readonly AskedQuestion[];
      readonly executed: readonly ExecutedCall[];
      readonly checked: Checked | undefined;
      readonly cost: Cost;
      readonly moments: readonly Moment[];
    }
  | { readonly kind: 'error'; readonly message: string; readonly cost: Cost };

/** The versions of everything that an outcome depends on; their hash is part of a trial's key. */
export interface Versions {
  readonly sluice: string;
  /** SHA-256 over our own sources. */
  readonly code: string;
  readonly node: string;
  readonly [other: string]: string;
}

/** First line of a ledger that a sweep appends to, and again wherever one goes on with it. */
export interface SweepLine {
  readonly kind: 'sweep';
  readonly atMs: number;
  readonly command: string;
  readonly versions: Versions;
}

/** A line for each trial that ended. */
export interface TrialLine {
  readonly kind: 'trial';
  /** SHA-256 over the canonical JSON of the trial's spec and the versions. */
  readonly key: string;
  readonly atMs: number;
  readonly spec: TrialSpec;
  readonly outcome: TrialOutcome;
  /** Nothing ran: the outcome was taken from another ledger's trial with the same key. */
  readonly cached?: true | undefined;
}

export type LedgerLine = SweepLine | TrialLine;
