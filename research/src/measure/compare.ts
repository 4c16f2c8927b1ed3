import { pairedBootstrap, type PairedDifference } from '../statistics/bootstrap.ts';
import { mcnemar, type Discordant } from '../statistics/mcnemar.ts';
import type { TrialLine } from '../trial/trial.ts';
import { requireOnce } from './cases.ts';
import { shareDone, type Share, type Verdict } from './share.ts';
import { claims, verdictsOf, type ShareName } from './verdicts.ts';

/** Two defences, or two results of one, over the cases that both have. */
export interface Comparison extends Discordant {
  readonly first: Share;
  readonly second: Share;
  /** Cases in which either errored: they are no evidence. */
  readonly unknown: number;
  /** The p-value of the exact McNemar test. */
  readonly p: number;
  /** First minus second, with its interval; `undefined` without a common case. */
  readonly difference: PairedDifference | undefined;
}

/**
 * Compares a share of two defences case by case; each list holds one defence's trials. A case
 * that errored on either side is left out and counted, so that no error decides a comparison.
 */
export function compare(
  [first, second]: readonly [readonly TrialLine[], readonly TrialLine[]],
  { share, seed }: { readonly share: ShareName; readonly seed: number },
): Comparison {
  for (const lines of [first, second]) requireOnce(lines);
  const others = verdictsOf(second, claims[share]);
  const common = [...verdictsOf(first, claims[share])].flatMap(([name, one]) => {
    const other = others.get(name);
    return other === undefined ? [] : [[one, other] as const];
  });
  const pairs = common.filter((pair) => !pair.includes('error'));
  const discordant = {
    onlyFirst: pairs.filter(([one, other]) => one === 'yes' && other === 'no').length,
    onlySecond: pairs.filter(([one, other]) => one === 'no' && other === 'yes').length,
  };
  return {
    ...discordant,
    first: shareDone(pairs.map(([one]) => one)),
    second: shareDone(pairs.map(([, other]) => other)),
    unknown: common.length - pairs.length,
    p: mcnemar(discordant),
    difference: pairedBootstrap(
      pairs.map(([one, other]) => [asNumber(one), asNumber(other)]),
      { seed },
    ),
  };
}

function asNumber(verdict: Verdict): number {
  return verdict === 'yes' ? 1 : 0;
}
