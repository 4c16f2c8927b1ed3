import { sumOf } from '../statistics/sums.ts';
import type { Checked, TrialLine } from '../trial/trial.ts';
import { requireOnce } from './cases.ts';
import {
  bitsPerRun,
  costPerTask,
  type CostPerTask,
  everythingRelevant,
  modelCallsPerStep,
} from './cost.ts';
import type { Price } from './price-list.ts';
import { type Questions, questionsOf } from './questions.ts';
import type { Share } from './share.ts';
import { claims, doneWithin, type ShareName, shareOf } from './verdicts.ts';

/** Everything that is measured of one defence, over the trials given. */
export interface Measures {
  readonly trials: number;
  readonly errors: number;
  readonly cached: number;
  readonly shares: Readonly<Record<ShareName, Share>>;
  /** TCR@k: tasks done with at most k questions, for k from 0 to 5. */
  readonly doneWithin: readonly Share[];
  readonly questions: Questions;
  readonly checker: CheckerSums;
  readonly modelCallsPerStep: number | undefined;
  readonly modelCallsPerStepAttacked: number | undefined;
  /** Share of the propagator's answers. */
  readonly everythingRelevant: number | undefined;
  readonly bitsPerRun: number | undefined;
  readonly cost: CostPerTask;
}

const questionsMaxima = [0, 1, 2, 3, 4, 5] as const;

/**
 * The measures of one defence's trials. Over several suites they are the mean of the suites' own,
 * weighted by their cases (RTBAS, figures 5 and 6). Throws as `requireOnce`.
 */
export function measuresOf(lines: readonly TrialLine[], price: Price): Measures {
  requireOnce(lines);
  return {
    trials: lines.length,
    errors: lines.filter(({ outcome }) => outcome.kind === 'error').length,
    cached: lines.filter(({ cached }) => cached === true).length,
    shares: {
      utility: shareOf(lines, claims.utility),
      utilityUnderAttack: shareOf(lines, claims.utilityUnderAttack),
      utilityGranted: shareOf(lines, claims.utilityGranted),
      utilityUnderAttackGranted: shareOf(lines, claims.utilityUnderAttackGranted),
      attackSuccess: shareOf(lines, claims.attackSuccess),
      dataAttackSuccess: shareOf(lines, claims.dataAttackSuccess),
      dataPolluted: shareOf(lines, claims.dataPolluted),
      attackSuccessAnswerOnly: shareOf(lines, claims.attackSuccessAnswerOnly),
      attackSuccessAlwaysYes: shareOf(lines, claims.attackSuccessAlwaysYes),
      questionFreeTasks: shareOf(lines, claims.questionFreeTasks),
    },
    doneWithin: questionsMaxima.map((max) => shareOf(lines, doneWithin(max))),
    questions: questionsOf(lines),
    checker: checkerSums(lines),
    modelCallsPerStep: modelCallsPerStep(lines, { attacked: false }),
    modelCallsPerStepAttacked: modelCallsPerStep(lines, { attacked: true }),
    everythingRelevant: everythingRelevant(lines),
    bitsPerRun: bitsPerRun(lines),
    cost: costPerTask(lines, price),
  };
}

/** The checker's findings in all runs, whoever answered. */
interface CheckerSums {
  /** `undefined` where no run was checked: not knowing is not 0. */
  readonly violations: number | undefined;
  readonly differences: number | undefined;
  readonly checked: number;
  /** Runs that finished without a log that could be checked. */
  readonly unchecked: number;
}

function checkerSums(lines: readonly TrialLine[]): CheckerSums {
  const finished = lines.flatMap(({ outcome }) => (outcome.kind === 'finished' ? [outcome] : []));
  const found = finished.flatMap(({ checked }) => (isChecked(checked) ? [checked] : []));
  const none = found.length === 0;
  return {
    violations: none ? undefined : sumOf(found, ({ violations }) => violations.length),
    differences: none ? undefined : sumOf(found, ({ differences }) => differences.length),
    checked: found.length,
    unchecked: finished.length - found.length,
  };
}

/** A log without a run in it is no log. */
function isChecked(checked: Checked | undefined): checked is Checked {
  return checked !== undefined && checked.runs > 0;
}
