import type { CallShare, PrivacyMeasures } from './measures.ts';
import { product } from '../defence/names.ts';
import { privacyPaper } from './paper.ts';
import { productExactLabel } from './product.ts';

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

/** The figures by their fixed names, `privacy.NAME.FIGURE`; what is not known is left out. */
export function privacyFigures(
  all: readonly PrivacyMeasures[],
  best: string | undefined,
): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const measures of all) {
    const names = [figureName(measures.name), ...(measures.name === best ? ['best'] : [])];
    for (const [figure, value] of Object.entries(named(measures))) {
      if (value === undefined) continue;
      for (const name of names) figures[`privacy.${name}.${figure}`] = value;
    }
  }
  for (const [name, propagator] of products) {
    const share = productExactLabel(all, propagator);
    if (share !== undefined) figures[`privacy.${name}.exactLabel`] = share;
  }
  return figures;
}

/** With the rules that do best here, and as the gateway's settings have it by default. */
const products = [
  ['product', product],
  ['shipped', 'lineage'],
] as const;

/** `lineage(fields)` as `lineageFields`. */
export function figureName(name: string): string {
  const [first = '', ...rest] = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function named(measures: PrivacyMeasures): Readonly<Record<string, number | undefined>> {
  const { fpr, fnr } = measures;
  const { falsePositiveCases, falseNegativeCases, ownFalseNegativeCases, cases } = measures;
  const { utilityRefused, utilityGranted, exactLabel, exactLabelDrawn } = measures;
  const { leaks, modelCallsPerTask, errors, everything } = measures;
  return {
    falsePositiveCases,
    falseNegativeCases,
    ownFalseNegativeCases,
    cases,
    fpr: fpr.value,
    fprLow: fpr.low,
    fprHigh: fpr.high,
    fnr: fnr.value,
    fnrLow: fnr.low,
    fnrHigh: fnr.high,
    utilityRefused,
    utilityGranted,
    exactLabel,
    exactLabelDrawn,
    leaks,
    modelCallsPerTask,
    errors,
    everything: Object.values(everything).reduce((sum, each) => sum + each, 0),
    late: everything['propagator-late'] ?? 0,
  };
}

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

export function shareText({ value, of, low, high }: CallShare): string {
  if (of === 0) return '–';
  return `${percent(value)} [${percent(low)}, ${percent(high)}]`;
}

export function percent(share: number | undefined): string {
  return share === undefined ? '–' : `${(100 * share).toFixed(1)}%`;
}
