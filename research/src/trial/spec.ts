/** Who answers questions: nobody (a violating call is not made), or a simulated person. */
export type PersonName = 'skip' | 'truthful' | 'always-yes' | 'always-no';

/** An attack, and what it wants: a goal of the environment. */
export interface AttackChoice {
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
