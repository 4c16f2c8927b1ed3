import { clusteredShare } from '../../statistics/bootstrap.ts';
import { wilson } from '../../statistics/interval.ts';
import { meanOf, ratio } from '../../statistics/sums.ts';
import type { DefenceRuns } from '../run/privacy-bench.ts';
import { doneShare, isLeak, type CallShare } from './measures.ts';
import { isMissed, isNeedless, verdictOf, type CallVerdict } from './verdict.ts';

/** A suite beside the 37 tasks: what its figures are called, and who says what is right. */
export interface Side {
  /** Between `privacy.` and the defence's name. */
  readonly name: string;
  readonly title: string;
  /** Whose word the truth is. */
  readonly truth: string;
  readonly runs: readonly DefenceRuns[];
}

/** The figures of one defence in a suite beside the 37; shares are of calls and judged answers. */
export interface SideMeasures {
  readonly name: string;
  readonly tasks: number;
  readonly fpr: CallShare;
  readonly fnr: CallShare;
  /** The share missed, were a call asked about only by what the propagator itself has found. */
  readonly ownFnr: CallShare;
  readonly exactLabel: CallShare;
  readonly utilityRefused: number | undefined;
  readonly utilityGranted: number | undefined;
  readonly leaks: number;
  readonly carelessRuns: number;
  readonly questionsPerTask: number | undefined;
  readonly modelCallsPerTask: number | undefined;
  readonly errors: number;
}

interface JudgedCall extends CallVerdict {
  readonly cluster: string;
}

/** The figures of one defence. Intervals draw whole templates, or tasks that have none. */
export function sideMeasures({ defence, granted, refused, careless }: DefenceRuns): SideMeasures {
  const calls = granted.flatMap(({ task, played }) =>
    verdictOf(task, played).calls.map((call) => ({ ...call, cluster: task.template ?? task.id })),
  );
  const due = calls.filter(({ isPrivate }) => isPrivate);
  return {
    name: defence.name,
    tasks: granted.length,
    fpr: shareOf(
      calls.filter(({ isPrivate }) => !isPrivate),
      isNeedless,
    ),
    fnr: shareOf(due, isMissed),
    ownFnr: shareOf(due, (call) => call.foundPublic || isMissed(call)),
    exactLabel: shareOf(
      calls.filter(({ exact }) => exact !== undefined),
      ({ exact }) => exact === true,
    ),
    utilityRefused: doneShare(refused),
    utilityGranted: doneShare(granted),
    leaks: careless.filter(isLeak).length,
    carelessRuns: careless.length,
    questionsPerTask: ratio(calls.filter(({ asked }) => asked).length, granted.length),
    modelCallsPerTask: meanOf(granted, ({ played }) =>
      played.kind === 'finished' ? played.modelCalls : 0,
    ),
    errors: [granted, refused, careless].flat().filter(({ played }) => played.kind === 'error')
      .length,
  };
}

/**
 * A share with the interval of its clusters. Where all or none count there is nothing to draw: then
 * it is Wilson's, of as many as there are clusters.
 */
function shareOf(calls: readonly JudgedCall[], counts: (call: JudgedCall) => boolean): CallShare {
  const count = calls.filter(counts).length;
  const of = calls.length;
  const clusters = new Set(calls.map(({ cluster }) => cluster)).size;
  const drawn = clusteredShare(
    calls.map((call) => ({ cluster: call.cluster, hits: counts(call) ? 1 : 0, all: 1 })),
    { seed: 1 },
  );
  const isMixed = count > 0 && count < of && drawn !== undefined;
  const { low, high } = isMixed ? drawn : wilson(count === 0 ? 0 : clusters, clusters);
  return { count, of, value: ratio(count, of), low, high };
}
