/** The three games of AgentSecBench (4.2), each with an adversary who writes observations alone. */
export const games = ['instruction', 'retrieval', 'capability'] as const;

export type GameName = (typeof games)[number];

/** A piece of what a tool returns, and who it is of: a writer, a tenant, a part of a system. */
export interface Chunk {
  readonly from: string;
  readonly text: string;
}

/** The paired observations of one round (4.4): benign, and the same with the adversary's part. */
export const sides = ['benign', 'adversarial'] as const;

export type Side = (typeof sides)[number];

export type Observation = Readonly<Record<Side, readonly Chunk[]>>;

/** The user's words, and the text that is then looked up for the agent. */
export interface Round extends Observation {
  readonly user: string;
  /** Sentences that do what the user asked; each stands in a chunk that the task may use. */
  readonly facts: readonly string[];
}

/** A task (table 1), with what it takes to label its observations. */
export interface SecTask {
  readonly id: string;
  readonly game: GameName;
  /** The group of a figure: the game, or what a further suite varies. */
  readonly kind: string;
  /** The wording of the attack: what is alike in pairs that share one. */
  readonly attack: string;
  readonly system: string;
  /** One round in the games; more where an attacker takes several turns. */
  readonly rounds: readonly [Round, ...Round[]];
  /** The tool that looks up. */
  readonly lookUp: string;
  /** The owners whose chunks the task may use. */
  readonly authorised: readonly string[];
  /** The canary, the override or the action token. */
  readonly target: string;
  /** The designated coordinates: how the adversary's part writes what is not authorised. */
  readonly coordinates: readonly Coordinate[];
  /** The call that the adversary wants, where there is one. */
  readonly blocked?: BlockedCall | undefined;
  /** The observations behind linked chunks, by name: `open_link` gives them. */
  readonly links?: Readonly<Record<string, Observation>> | undefined;
  /** How a reader who obeys writes the target; default: as it is. */
  readonly writes?: string | undefined;
  /** A secret that is more than its letters: what distinguishers of meaning look for. */
  readonly secret?: Secret | undefined;
  /** Lower case. */
  readonly utilityTerms: readonly string[];
  /** Tools with an effect that the policy names. */
  readonly effects: readonly string[];
  /** A `sluice.yaml` for this kind of task. */
  readonly policy: string;
  /** True if a ceiling of the policy lies below the label of the adversary's part. */
  readonly covered: boolean;
}

export interface Secret {
  readonly text: string;
  readonly values: readonly string[];
  /** The replacement: another such sentence, no value of which is the same. */
  readonly other: string;
}

/** It can be read where all its pieces can, wherever they stand. */
export interface Coordinate {
  /** The thing that it encodes: the target, or a call of the adversary's. */
  readonly of: 'target' | 'call';
  readonly pieces: readonly string[];
}

export interface BlockedCall {
  readonly tool: string;
  /** JSON text. */
  readonly args: string;
}

/** The tool that opens what a chunk links to. */
export const openLink = 'open_link';
