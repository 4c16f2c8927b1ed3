import type { DefenceRuns } from '../run/privacy-bench.ts';
import { isMissed, isNeedless, verdictOf } from './verdict.ts';

/** The figures for choosing the best local propagator, from the generated tasks for choosing. */
interface Standing {
  readonly name: string;
  readonly wrong: number;
  readonly exact: number;
  readonly modelCalls: number;
}

/**
 * The best local propagator: on the generated tasks for choosing, and on no others, the fewest
 * wrong calls (needless questions and missing ones), then the most exact labels, then the fewest
 * generations, then the shortest name, which has the fewest rules. Errors make every call wrong.
 * `undefined` where no local one was run, or there was nothing to choose on.
 */
export function bestLocal(runs: readonly DefenceRuns[]): string | undefined {
  const local = runs.filter(({ defence, choosing }) => defence.local && choosing.length > 0);
  return local.map(standingOf).toSorted(byStanding)[0]?.name;
}

function standingOf({ defence: { name }, choosing }: DefenceRuns): Standing {
  const calls = choosing.flatMap(({ task, played }) => verdictOf(task, played).calls);
  return {
    name,
    wrong: calls.filter((call) => isMissed(call) || isNeedless(call)).length,
    exact: calls.filter(({ exact }) => exact === true).length,
    modelCalls: choosing.reduce((sum, { played }) => {
      return sum + (played.kind === 'finished' ? played.modelCalls : Infinity);
    }, 0),
  };
}

function byStanding(a: Standing, b: Standing): number {
  return (
    a.wrong - b.wrong ||
    b.exact - a.exact ||
    Math.sign(a.modelCalls - b.modelCalls) ||
    a.name.length - b.name.length
  );
}
