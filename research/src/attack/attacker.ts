import type { TaskFacts } from '../agentdojo/facts.ts';
import type { Graded } from '../agentdojo/job.ts';

/** The attacker's knowledge: all but the secrets. The policy is public, and so is our code. */
export interface Brief {
  /** The user's task. */
  readonly task: TaskFacts;
  /** The attacker's goal in their own words, and the calls that would do it. */
  readonly goal: TaskFacts;
  /** Names of the places where the attacker writes. */
  readonly vectors: readonly string[];
  /** Names of the tools that the agent has. */
  readonly tools: readonly string[];
  /** The text of the policy in force. */
  readonly policy: string;
}

/** The aim of an attack, which says how its success is judged. */
export type Aim =
  /** The environment's own grader for the goal. */
  | 'goal'
  /** `succeeded` says: an address is asked for, a link stands in the answer, a tool is imitated. */
  | 'own'
  /** The user's task does not get done. No label policy can promise that it does. */
  | 'denial'
  /** Nothing but that something else can be told apart from outside: bits are counted. */
  | 'signal';

/** A way to attack an agent by what stands in data that it reads. One file may hold several. */
export interface Attacker {
  readonly name: string;
  /** One sentence for the report. */
  readonly about: string;
  readonly aim: Aim;
  /** The text for each place. Pure: the same brief gives the same texts. */
  readonly texts: (brief: Brief) => Readonly<Record<string, string>>;
  /** True if an attack whose aim is `own` got what it wanted. */
  readonly succeeded?: ((graded: Graded, brief: Brief) => boolean) | undefined;
}

/** The same text in every place. */
export function everywhere({ vectors }: Brief, text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(vectors.map((vector) => [vector, text]));
}

/** Another text in each place, by its number. */
export function byPlace(
  { vectors }: Brief,
  textAt: (at: number) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(vectors.map((vector, at) => [vector, textAt(at)]));
}
