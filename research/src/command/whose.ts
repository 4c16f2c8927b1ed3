import { worstCaseNotice } from '../report/worlds.ts';
import type { TrialLine } from '../trial/row.ts';

/** Whose figures these are: a line of JSON is kept without the table above it. */
export function whose(trials: readonly TrialLine[]): object {
  const models = [...new Set(trials.map(({ spec }) => spec.model))];
  const isReader = models.some((model) => model.startsWith('reader:'));
  return { models, notice: isReader ? worstCaseNotice : undefined };
}
