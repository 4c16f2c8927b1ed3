import type { ClusteredShare } from '../src/statistics/bootstrap.ts';
import type { Agreement } from './agreement.ts';
import type { Measured } from './measure.ts';
import type { Recall, Score } from './score.ts';
import type { Share } from './share.ts';

type Figures = Readonly<Record<string, number>>;

/** Flat figures with fixed names, for others read them; what was not counted has none. */
export function figuresOf({ score, scores, agreement }: Measured): Figures {
  return {
    'dependence.calls': score.calls,
    ...recallFigures('dependence', score.all),
    ...eachKind('dependence', score.byKind),
    ...shareFigures('dependence.naive.precision', score.naivePrecision),
    ...recallFigures('dependence.undoubted', score.undoubted),
    ...recallFigures('dependence.guarded', score.guarded),
    ...eachKind('dependence.guarded', score.guardedByKind),
    ...callFigures('dependence', score),
    ...shareFigures('dependence.calls.complete.benign', score.completeBenign),
    ...shareFigures('dependence.calls.warned', score.warned),
    ...agreementFigures(agreement),
    ...Object.assign({}, ...[...scores].map(([name, own]) => annotatorFigures(name, own))),
  };
}

/** The same figures under another annotator, as far as one table shows them. */
function annotatorFigures(annotator: string, score: Score): Figures {
  const name = `dependence.${annotator}`;
  return {
    ...recallFigures(name, score.all),
    ...recallFigures(`${name}.guarded`, score.guarded),
    ...callFigures(name, score),
  };
}

function callFigures(name: string, score: Score): Figures {
  return {
    ...shareFigures(`${name}.precision`, score.precision),
    ...shareFigures(`${name}.guarded.precision`, score.guardedPrecision),
    ...shareFigures(`${name}.calls.complete`, score.complete),
    ...shareFigures(`${name}.calls.wider`, score.wider),
  };
}

function agreementFigures(agreement: Agreement): Figures {
  const { calls, same, overlap, ...agreed } = agreement;
  const name = 'dependence.agreement';
  return {
    [`${name}.calls`]: calls,
    ...Object.fromEntries(
      Object.entries(agreed).flatMap(([unit, { raw, kappa }]) => [
        ...Object.entries(valueFigures(`${name}.${unit}`, raw)),
        ...Object.entries(valueFigures(`${name}.${unit}.kappa`, kappa)),
      ]),
    ),
    ...valueFigures(`${name}.same`, same),
    ...valueFigures(`${name}.overlap`, overlap),
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
  return value === undefined ? {} : valueFigures(name, { value, low, high });
}

function valueFigures(name: string, found: ClusteredShare | undefined): Figures {
  if (found === undefined) return {};
  const { value, low, high } = found;
  return { [name]: rounded(value), [`${name}.low`]: rounded(low), [`${name}.high`]: rounded(high) };
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
