import type { FindAnswer } from '../protocol/protocol.ts';
import type { KnownAnswer } from './answers.ts';
import { turnsBefore } from './client-turns.ts';
import { runOf } from '../store/ids.ts';
import type { LiveRun } from './live-run.ts';
import type { Owner, Runs } from './runs.ts';

/** An answer that was given, and not deleted. */
export interface GivenAnswer {
  readonly run: LiveRun;
  readonly answer: KnownAnswer;
}

/** Where answers are looked for: among those of one tenant and profile. */
export interface GivenTo {
  readonly runs: Runs;
  readonly owner: Owner;
}

export async function givenAnswer(
  id: string,
  { runs, owner }: GivenTo,
): Promise<GivenAnswer | undefined> {
  const runId = runOf(id);
  const run = runId === undefined ? undefined : await runs.get(owner, runId);
  const answer = run?.answers.get(id);
  return run && answer && { run, answer };
}

export function answersOf(to: GivenTo): FindAnswer {
  return async (id) => {
    const given = await givenAnswer(id, to);
    if (given === undefined) return undefined;
    const { run, answer } = given;
    const stored = async (): ReturnType<Runs['linesOf']> => await to.runs.linesOf(run);
    return {
      answer,
      turnsBefore: async () => turnsBefore(answer, { lines: await stored(), answers: run.answers }),
    };
  };
}
