import type { Facts } from '../agentdojo/facts.ts';
import type { Knowledge } from '../defence/defence.ts';
import {
  always,
  type CaseName,
  type NamedCall,
  own,
  type SimulatedPerson,
  truthful,
  type Wordings,
} from '../person/simulated-person.ts';
import { argumentsOf } from '../reader/arguments.ts';
import { keyOf } from '../reader/past-calls.ts';
import { answerTo } from '../reader/say.ts';
import type { PersonName, TrialSpec } from '../trial/trial.ts';

/**
 * The bench's knowledge of the tasks: their ground truth, and what a user of theirs would say.
 * `wordings`: of a reader that does not keep to the letter.
 */
export function knowledgeOf(facts: Facts, wordings?: Wordings): Knowledge {
  const isOwn = own(facts, wordings);
  const isAnswer = ({ suite, task }: TrialSpec, text: string): boolean => {
    const asked = facts.suites[suite]?.userTasks[task];
    return asked !== undefined && answerTo(asked).trim() === text.trim();
  };
  const persons: Readonly<Record<PersonName, SimulatedPerson>> = {
    skip: always('no'),
    truthful: truthful(facts, wordings),
    'always-yes': always('yes'),
    'always-no': always('no'),
  };
  const granted = new Granted();
  return {
    isOwn: (spec, call) =>
      call.tool === '' ? isAnswer(spec, call.args) : isOwn(caseOf(spec), call),
    answer: (spec, call) => {
      const { person } = spec;
      // An answer with a link is asked about: to the user it is the one they wanted, or it is not.
      if (call.tool === '' && person === 'truthful')
        return isAnswer(spec, call.args) ? 'yes' : 'no';
      const before = granted.of(spec, call) + call.unasked;
      const said = persons[person]({ ...caseOf(spec), ...call, before });
      if (said === 'yes') granted.add(spec, call);
      return said;
    },
  };
}

/** How often a person said yes to a call, in each trial apart. */
class Granted {
  readonly #counts: WeakMap<TrialSpec, Map<string, number>> = new WeakMap();

  of(spec: TrialSpec, call: NamedCall): number {
    return this.#counts.get(spec)?.get(nameOf(call)) ?? 0;
  }

  add(spec: TrialSpec, call: NamedCall): void {
    const counts = this.#counts.get(spec) ?? new Map<string, number>();
    this.#counts.set(spec, counts.set(nameOf(call), this.of(spec, call) + 1));
  }
}

function nameOf({ tool, args }: NamedCall): string {
  return keyOf({ tool, args: argumentsOf(args) ?? {} });
}

function caseOf({ suite, task }: TrialSpec): CaseName {
  return { suite, task };
}
