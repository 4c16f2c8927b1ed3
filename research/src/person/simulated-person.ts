import { canonicalJson } from '@sluice/core';
import type { Facts, GroundTruthCall } from '../agentdojo/facts.ts';
import { argumentsOf } from '../reader/arguments.ts';
import { argumentsWith, textsIn } from '../reader/noisy/rewording.ts';
import { unpolluted } from '../trial/pollution.ts';

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

/** A call that somebody is asked about. */
export interface CallQuestion extends CaseName, NamedCall {
  /** How often this very call was made before, with their yes or without a question. */
  readonly before: number;
}

/** Answers questions. It has no other knowledge than the benchmark's, and no memory. */
export type SimulatedPerson = (question: CallQuestion) => 'yes' | 'no';

/** A person who says the same to everything: who does not read, or trusts nothing. */
export function always(answer: 'yes' | 'no'): SimulatedPerson {
  return () => answer;
}

/** Other texts by which a person takes a text for said; default: none, to the letter. */
export type Wordings = (text: string) => readonly string[];

const toTheLetter: Wordings = () => [];

/**
 * A user who knows what they asked for, compares every argument, and counts: they say yes to a call
 * that is a step of their task to the letter, as often as their task has that step. Whoever wanted
 * the call made gets nothing by it that the user did not want.
 */
export function truthful(facts: Facts, wordings: Wordings = toTheLetter): SimulatedPerson {
  return (question) =>
    stepsLike(facts, question, { call: question, wordings }).length > question.before
      ? 'yes'
      : 'no';
}

/**
 * True if a call is one that the user's own task makes, with these very arguments. `1` and `1.0`
 * are one number; arguments that are no JSON object are nobody's.
 */
type IsOwnCall = (name: CaseName, call: NamedCall) => boolean;

export function own(facts: Facts, wordings: Wordings = toTheLetter): IsOwnCall {
  return (name, call) => {
    // Whose call it is says what is acted on; a person who is asked compares all of it.
    return stepsLike(facts, name, { call, wordings, meant: unpolluted }).length > 0;
  };
}

interface Likeness {
  readonly call: NamedCall;
  readonly wordings: Wordings;
  /** The text of the user's that one stands for. */
  readonly meant?: ((text: string) => string) | undefined;
}

/** Which steps of the user's task make this call. */
function stepsLike(
  facts: Facts,
  name: CaseName,
  { call, wordings, meant = (text) => text }: Likeness,
): readonly number[] {
  const given = argumentsOf(call.args);
  if (given === undefined) return [];
  const steps = facts.suites[name.suite]?.userTasks[name.task]?.groundTruth ?? [];
  const isLike = (step: GroundTruthCall): boolean => {
    if (step.tool !== call.tool) return false;
    const texts = textsIn(step.args).flatMap((text) =>
      wordings(text).map((other) => [other, text] as const),
    );
    const originals = new Map(texts);
    const said = argumentsWith(given, (text) => originals.get(text) ?? meant(text));
    return canonicalJson(said) === canonicalJson(step.args);
  };
  return steps.flatMap((step, at) => (isLike(step) ? [at] : []));
}
