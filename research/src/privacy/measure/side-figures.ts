import type { ResultTable } from '../../report/suite-result.ts';
import { figureName, percent, shareText } from './privacy-figures.ts';
import { sideMeasures, type Side, type SideMeasures } from './side-measures.ts';

/** Figures by their fixed names, `privacy.SUITE.DEFENCE.FIGURE`; what is not known is left out. */
export function sideFigures(sides: readonly Side[]): Readonly<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const { name, runs } of sides)
    for (const measures of runs.map(sideMeasures))
      for (const [figure, value] of Object.entries(named(measures)))
        if (value !== undefined)
          figures[`privacy.${name}.${figureName(measures.name)}.${figure}`] = value;
  return figures;
}

function named(measures: SideMeasures): Readonly<Record<string, number | undefined>> {
  const { name: _, fpr, fnr, ownFnr, exactLabel, ...rest } = measures;
  const shares = Object.entries({ fpr, fnr, ownFnr, exactLabel }).flatMap(([figure, share]) => [
    [figure, share.value] as const,
    [`${figure}Low`, share.of === 0 ? undefined : share.low] as const,
    [`${figure}High`, share.of === 0 ? undefined : share.high] as const,
  ]);
  return { ...Object.fromEntries(shares), due: fnr.of, notDue: fpr.of, ...rest };
}

/** A table of a suite, whose title says whose word the truth is. */
export function sideTable({ title, truth, runs }: Side): ResultTable {
  return {
    title: `${title} (truth: ${truth})`,
    head: [
      'defence',
      'FPR',
      'FNR',
      'FNR alone',
      'exact label',
      'all refused',
      'all granted',
      'questions',
      'leaks',
      'generations',
    ],
    rows: runs.map(sideMeasures).map(cellsOf),
    paperColumns: [],
  };
}

function cellsOf(measures: SideMeasures): readonly string[] {
  const { name, fpr, fnr, ownFnr, exactLabel, carelessRuns, leaks } = measures;
  return [
    name,
    shareText(fpr),
    shareText(fnr),
    shareText(ownFnr),
    shareText(exactLabel),
    percent(measures.utilityRefused),
    percent(measures.utilityGranted),
    measures.questionsPerTask?.toFixed(2) ?? '–',
    carelessRuns === 0 ? '–' : `${leaks}/${carelessRuns}`,
    measures.modelCallsPerTask?.toFixed(1) ?? '–',
  ];
}
