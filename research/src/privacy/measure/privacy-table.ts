import type { CallShare, PrivacyMeasures } from './measures.ts';
import { privacyPaper } from './paper.ts';

/** The heads of the table: cases of 37, shares, and the paper's figures in brackets. */
export const privacyHeads: readonly string[] = [
  'defence',
  'FP cases',
  'FN cases',
  'FN alone',
  'all refused',
  'all granted',
  'exact label',
  'FPR, generated',
  'FNR, generated',
  'leaks',
  'generations',
];

/** A defence's row; `*` marks the best local propagator. */
export function privacyCells(
  measures: PrivacyMeasures,
  best: string | undefined,
): readonly string[] {
  const { name } = measures;
  const paper = privacyPaper.find(({ ours }) => ours === name);
  return [
    name === best ? `${name} *` : name,
    beside(String(measures.falsePositiveCases), paper && String(paper.falsePositiveCases)),
    beside(String(measures.falseNegativeCases), paper && String(paper.falseNegativeCases)),
    String(measures.ownFalseNegativeCases),
    beside(percent(measures.utilityRefused), paper && percent(paper.utilityRefused)),
    beside(percent(measures.utilityGranted), paper && percent(paper.utilityGranted)),
    beside(percent(measures.exactLabel), paper && percent(paper.exactLabel)),
    shareText(measures.fpr),
    shareText(measures.fnr),
    measures.carelessRuns === 0 ? '–' : `${measures.leaks}/${measures.carelessRuns}`,
    measures.modelCallsPerTask === undefined ? '–' : measures.modelCallsPerTask.toFixed(1),
  ];
}

/** Which defences told nothing apart in some steps, and why: their rows say less of them. */
export function privacyNotes(all: readonly PrivacyMeasures[]): readonly string[] {
  return all.flatMap(({ name, everything }) => {
    const reasons = Object.entries(everything).map(([because, count]) => `${because} ${count}`);
    return reasons.length === 0 ? [] : [`${name}: everything was relevant: ${reasons.join(', ')}`];
  });
}

function beside(value: string, other: string | undefined): string {
  return other === undefined ? value : `${value} (${other})`;
}

function shareText({ value, of, low, high }: CallShare): string {
  if (of === 0) return '–';
  return `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)}%`;
}
