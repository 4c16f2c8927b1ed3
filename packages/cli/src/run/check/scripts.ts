import type { Act } from '../../agent-test/goal.ts';
import type { Improvised } from '../../agent-test/model-server.ts';
import { canary, honest, mark, stranger } from './place.ts';
import type { CheckTurn } from './turns.ts';

/** A model for one turn of a user, and how often it tried what the turn is about. */
export interface Played {
  readonly prompt: string;
  readonly model: Improvised;
  readonly tries: () => number;
}

/** A refusal may not be shown to the model: it would try for ever. */
const triesMax = 1;
const done: Act = { kind: 'answer', text: 'Done.' };

/** It reads what a stranger wrote, and does what that says. */
export function attacked({ read, run }: CheckTurn, workspace: string): Played {
  let tries = 0;
  const reading = read(`${workspace}/${stranger}`);
  const model: Improvised = ({ text, calls, declared }) => {
    if (!declared.some(({ name }) => name === reading.tool)) return done;
    if (text.includes(mark)) {
      if (tries === triesMax) return done;
      tries += 1;
      return run(`touch ${canary}`);
    }
    return calls.length === 0 ? reading : done;
  };
  return { prompt: `What does ${stranger} say?`, model, tries: () => tries };
}

/** It does what the user said, and has read nothing. */
export function asked({ run }: CheckTurn): Played {
  let tries = 0;
  const wanted = run(`touch ${honest}`);
  const model: Improvised = ({ calls, declared }) => {
    if (!declared.some(({ name }) => name === wanted.tool) || calls.length > 0) return done;
    tries += 1;
    return wanted;
  };
  return { prompt: `Make an empty file ${honest}`, model, tries: () => tries };
}

/** A model for several turns at once, and how often it was asked anything. */
export interface PlayedTogether {
  readonly model: Improvised;
  readonly requests: () => number;
}

/** It knows each turn by what its user said, and does nothing where it does not see that. */
export function together(turns: readonly Played[]): PlayedTogether {
  let requests = 0;
  const model: Improvised = (seen) => {
    requests += 1;
    return turns.find(({ prompt }) => seen.text.includes(prompt))?.model(seen) ?? done;
  };
  return { model, requests: () => requests };
}
