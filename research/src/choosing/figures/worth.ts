import { clusteredShare, type ClusteredShare } from '../../statistics/bootstrap.ts';
import { meanOf } from '../../statistics/sums.ts';
import type { Count, Verdict } from './judge.ts';

/** The value of a propagator over all calls; shares are `undefined` where nothing was counted. */
export interface Worth {
  readonly name: string;
  readonly recall: ClusteredShare | undefined;
  readonly fpr: ClusteredShare | undefined;
  readonly shown: { readonly recall: Share; readonly fpr: Share };
  readonly everywhere: { readonly recall: Share; readonly fpr: Share };
  readonly exactLabel: ClusteredShare | undefined;
  readonly complete: ClusteredShare | undefined;
  readonly asked: ClusteredShare | undefined;
  readonly needless: Share;
  readonly failedClosed: Share;
  /** Means over the calls. */
  readonly modelCalls: Share;
  readonly tokens: Share;
  readonly seconds: Share;
}

type Share = number | undefined;

const seed = 1;

/** Pools the verdicts of one propagator: whatever it could not say stays in every average. */
export function worthOf(name: string, verdicts: readonly Verdict[]): Worth {
  const pooled = (countOf: (verdict: Verdict) => Count): ClusteredShare | undefined =>
    clusteredShare(
      verdicts.map((verdict) => ({ cluster: verdict.task, ...countOf(verdict) })),
      { seed },
    );
  const byCall = (holds: (verdict: Verdict) => boolean): ClusteredShare | undefined =>
    pooled((verdict) => ({ hits: Number(holds(verdict)), all: 1 }));
  return {
    name,
    recall: pooled(({ found }) => found),
    fpr: pooled(({ wrong }) => wrong),
    shown: {
      recall: pooled(({ shown }) => shown)?.value,
      fpr: pooled(({ shownWrong }) => shownWrong)?.value,
    },
    everywhere: {
      recall: pooled(({ everywhere }) => everywhere)?.value,
      fpr: pooled(({ everywhereWrong }) => everywhereWrong)?.value,
    },
    exactLabel: byCall(({ isExact }) => isExact),
    complete: byCall(({ isComplete }) => isComplete),
    asked: byCall(({ isAsked }) => isAsked),
    needless: byCall(({ isNeedless }) => isNeedless)?.value,
    failedClosed: byCall(({ isFailed }) => isFailed)?.value,
    modelCalls: meanOf(verdicts, ({ cost }) => cost.modelCalls),
    tokens: meanOf(verdicts, ({ cost }) => cost.tokens),
    seconds: meanOf(verdicts, ({ cost }) => cost.seconds),
  };
}
