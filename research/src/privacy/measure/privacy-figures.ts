import type { PrivacyMeasures } from './measures.ts';

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
  return figures;
}

/** `lineage(fields)` as `lineageFields`. */
function figureName(name: string): string {
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
