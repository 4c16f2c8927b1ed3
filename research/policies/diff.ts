import { definePolicy } from '@sluice/core';
import { diffPolicies } from '@sluice/core/policy-diff';
import { differByBrute, randomChange } from '../../packages/core/test/random-policies.ts';

const pairsMax = 500;

/**
 * Compares pairs of drawn policies, and looks for what the comparison missed or made up by trying
 * every result and every call of a small domain.
 */
export async function diffFigures(): Promise<Readonly<Record<string, number>>> {
  const counts = { missed: 0, false: 0, opened: 0, opening: 0 };
  for (let seed = 1; seed <= pairsMax; seed += 1) {
    const [one, two] = randomChange(seed);
    const [before, after] = [await definePolicy(one), await definePolicy(two)];
    const diff = diffPolicies(before, after);
    const { missed, wrong } = differByBrute(before, after, diff);
    counts.missed += missed.length;
    counts.false += wrong.length;
    counts.opened += diff.opened.length;
    if (diff.opened.length > 0) counts.opening += 1;
  }
  return {
    'policies.diff.pairs': pairsMax,
    'policies.diff.opening': counts.opening,
    'policies.diff.opened': counts.opened,
    'policies.diff.missed': counts.missed,
    'policies.diff.false': counts.false,
  };
}
