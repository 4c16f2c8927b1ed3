import type { Facts } from '../agentdojo/facts.ts';
import type { Knowledge } from '../defence/defence.ts';
import { own } from '../person/own.ts';
import { always, truthful, type SimulatedPerson } from '../person/simulated-person.ts';
import type { CaseName } from '../reader/minted.ts';
import { answerTo } from '../reader/say.ts';
import type { ReaderServer } from '../reader/server.ts';
import type { PersonName, TrialSpec } from '../trial/spec.ts';

/**
 * What the bench knows: the tasks' ground truth, and which ids the reader gave its calls. A real
 * model's ids say nothing of whom a call is for: there the arguments alone are compared.
 */
export function knowledgeOf(
  facts: Facts,
  reader: Pick<ReaderServer, 'minted'> | undefined,
): Knowledge {
  const isOwn = own(facts);
  const isAnswer = ({ suite, task }: TrialSpec, text: string): boolean => {
    const asked = facts.suites[suite]?.userTasks[task];
    return asked !== undefined && answerTo(asked).trim() === text.trim();
  };
  const persons: Readonly<Record<PersonName, SimulatedPerson>> = {
    skip: always('no'),
    truthful: reader === undefined ? comparing(isOwn) : truthful(facts),
    'always-yes': always('yes'),
    'always-no': always('no'),
  };
  return {
    isOwn: (spec, call) =>
      call.tool === '' ? isAnswer(spec, call.args) : isOwn(caseOf(spec), call),
    answer: (spec, call) => {
      const name = caseOf(spec);
      const { person } = spec;
      // An answer with a link is asked about: to the user it is the one they wanted, or it is not.
      if (call.tool === '' && person === 'truthful')
        return isAnswer(spec, call.args) ? 'yes' : 'no';
      return persons[person]({ ...name, ...call, ids: reader?.minted(name, call) ?? [] });
    },
  };
}

function caseOf({ suite, task }: TrialSpec): CaseName {
  return { suite, task };
}

function comparing(isOwn: ReturnType<typeof own>): SimulatedPerson {
  return (question) => (isOwn(question, question) ? 'yes' : 'no');
}
