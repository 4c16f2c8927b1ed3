import type { TrialLine } from '../trial/trial.ts';
import { requireOneBenchmark } from './cases.ts';
import { measuresOf, type Measures } from './measures.ts';
import { pricing } from './rows.ts';

/**
 * The figures by their fixed names, `BENCHMARK.DEFENCE.NAME`: shares from 0 to 1, counts as
 * numbers. A figure that no trial says anything about is left out, never 0. Throws where the
 * trials are of two benchmarks, models or versions.
 */
export function figuresOf(lines: readonly TrialLine[]): Readonly<Record<string, number>> {
  requireOneBenchmark(lines);
  const figures: Record<string, number> = {};
  for (const [defence, own] of Map.groupBy(lines, ({ spec }) => spec.defence)) {
    const { benchmark = '', model = '' } = own[0]?.spec ?? {};
    const [name = ''] = benchmark.split('/');
    const all = named(measuresOf(own, pricing(model).price));
    for (const [figure, value] of Object.entries(all))
      if (value !== undefined) figures[`${name}.${defence}.${figure}`] = value;
  }
  return figures;
}

function named(measures: Measures): Readonly<Record<string, number | undefined>> {
  const { shares, questions, checker, cost } = measures;
  const within = measures.doneWithin.map((share, k) => [`doneWithin${k}`, share.value] as const);
  return {
    utility: shares.utility.value,
    utilityUnderAttack: shares.utilityUnderAttack.value,
    utilityGranted: shares.utilityGranted.value,
    utilityUnderAttackGranted: shares.utilityUnderAttackGranted.value,
    attackSuccess: shares.attackSuccess.value,
    dataAttackSuccess: shares.dataAttackSuccess.value,
    dataPolluted: shares.dataPolluted.value,
    attackSuccessWorst: shares.attackSuccess.worst,
    attackSuccessAnswerOnly: shares.attackSuccessAnswerOnly.value,
    attackSuccessAlwaysYes: shares.attackSuccessAlwaysYes.value,
    violations: checker.violations,
    differences: checker.differences,
    unchecked: checker.unchecked,
    questions: questions.benign,
    questionsByAttacks: questions.byAttacks,
    questionFreeTasks: shares.questionFreeTasks.value,
    ...Object.fromEntries(within),
    modelCallsPerStep: measures.modelCallsPerStep,
    modelCallsPerStepAttacked: measures.modelCallsPerStepAttacked,
    everythingRelevant: measures.everythingRelevant,
    bitsPerRun: measures.bitsPerRun,
    usdPerTask: cost.usd,
    trials: measures.trials,
    errors: measures.errors,
    cached: measures.cached,
  };
}
