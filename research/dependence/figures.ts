import type { Agreement } from './agreement.ts';
import type { Recall, Score } from './score.ts';
import type { Share } from './share.ts';

type Figures = Readonly<Record<string, number>>;

/** Flat figures with fixed names, for others read them; what was not counted has none. */
export function figuresOf(score: Score, again: Agreement): Figures {
  return {
    'dependence.calls': score.calls,
    ...recallFigures('dependence', score.all),
    ...eachKind('dependence', score.byKind),
    ...shareFigures('dependence.precision', score.precision),
    ...shareFigures('dependence.naive.precision', score.naivePrecision),
    ...recallFigures('dependence.undoubted', score.undoubted),
    ...recallFigures('dependence.guarded', score.guarded),
    ...eachKind('dependence.guarded', score.guardedByKind),
    ...shareFigures('dependence.guarded.precision', score.guardedPrecision),
    ...shareFigures('dependence.calls.complete', score.complete),
    ...shareFigures('dependence.calls.complete.benign', score.completeBenign),
    ...shareFigures('dependence.calls.warned', score.warned),
    ...shareFigures('dependence.calls.wider', score.wider),
    'dependence.again.calls': again.calls,
    ...shareFigures('dependence.again.agreement', again.agreement),
    ...(again.kappa === undefined ? {} : { 'dependence.again.kappa': rounded(again.kappa) }),
  };
}

function eachKind(name: string, recalls: Score['byKind']): Figures {
  return Object.fromEntries(
    [...recalls].flatMap(([kind, recall]) =>
      Object.entries(recallFigures(name, recall, `.${kind}`)),
    ),
  );
}

function recallFigures(name: string, { named, shown }: Recall, kind = ''): Figures {
  return {
    [`${name}.sources${kind}`]: named.all,
    ...shareFigures(`${name}.recall${kind}`, named),
    ...shareFigures(`${name}.shown${kind}`, shown),
  };
}

function shareFigures(name: string, { value, low, high }: Share): Figures {
  if (value === undefined) return {};
  return { [name]: rounded(value), [`${name}.low`]: rounded(low), [`${name}.high`]: rounded(high) };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
