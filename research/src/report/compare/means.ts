import { questionsIn } from '../../measure/questions.ts';
import type { TrialOutcome } from '../../trial/outcome.ts';
import type { TrialLine } from '../../trial/row.ts';

type Finished = Extract<TrialOutcome, { kind: 'finished' }>;

/** An amount that a trial has; `undefined` where it says nothing of it. */
export interface Mean {
  readonly name: string;
  readonly of: (line: TrialLine) => number | undefined;
}

/** Of trials that finished: what an error cost is no cost of a defence. */
export const means: readonly Mean[] = [
  { name: 'questions a task', of: questionsOf({ attacked: false }) },
  { name: 'questions an attacked case', of: questionsOf({ attacked: true }) },
  ofFinished('violations a run', ({ checked }) => checked?.violations.length),
  ofFinished('model calls a run', ({ cost }) => cost.modelCalls),
  ofFinished('tokens a run', ({ cost }) => cost.inputTokens + cost.outputTokens),
  ofFinished('milliseconds a run', ({ cost }) => cost.ms),
];

/** To a truthful person, each call once. */
function questionsOf({ attacked }: { readonly attacked: boolean }): Mean['of'] {
  return ({ spec, outcome }) => {
    const counts = spec.person === 'truthful' && (spec.attack !== undefined) === attacked;
    return counts && outcome.kind === 'finished' ? questionsIn(outcome).length : undefined;
  };
}

function ofFinished(name: string, of: (outcome: Finished) => number | undefined): Mean {
  return { name, of: ({ outcome }) => (outcome.kind === 'finished' ? of(outcome) : undefined) };
}
