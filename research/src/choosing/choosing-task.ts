import type { Task } from '../task/task.ts';
import { askAbout, type AskOptions } from './ask/ask-all.ts';
import type { KnownCall } from './call/known-call.ts';
import { judge, type Verdict } from './figures/judge.ts';
import {
  screenersReport,
  type ScreenersReport,
  type TruthKind,
} from './figures/screeners-report.ts';

export interface ChoosingOptions extends Omit<AskOptions, 'signal'> {
  /** As `propagatorByName` reads them. */
  readonly names: readonly string[];
  readonly truth: TruthKind;
}

/**
 * Every propagator is asked about every call, call by call, and what they say is judged. Solving
 * throws `propagator-invalid` for a name that is none.
 */
export function choosingTask(
  calls: readonly KnownCall[],
  { names, truth, ...options }: ChoosingOptions,
): Task<KnownCall, readonly Verdict[], ScreenersReport> {
  return {
    dataset: calls,
    solver: async (call, signal) => {
      const verdicts: Verdict[] = [];
      for (const name of names)
        verdicts.push(judge(call, await askAbout(name, call, { ...options, signal })));
      return verdicts;
    },
    scorer: (solved) => {
      const ofName = (at: number): readonly Verdict[] =>
        solved.flatMap(({ answer }) => answer[at] ?? []);
      return screenersReport(truth, calls, new Map(names.map((name, at) => [name, ofName(at)])));
    },
  };
}
