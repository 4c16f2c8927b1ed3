import type { TrialLine } from '../trial/row.ts';
import { requireOnce } from './cases.ts';
import { checkerSums, type CheckerSums } from './checker.ts';
import { costPerTask, everythingRelevant, modelCallsPerStep, type CostPerTask } from './cost.ts';
import type { Price } from './price-list.ts';
import { questionsOf, type Questions } from './questions.ts';
import type { Share } from './share.ts';
import { claims, doneWithin, shareOf, type ShareName } from './verdicts.ts';

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
    cost: costPerTask(lines, price),
  };
}
