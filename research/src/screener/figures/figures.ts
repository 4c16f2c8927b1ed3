import type { Judge, Screener } from '@sluice/local';
import { ofPart } from '../learn/part.ts';
import { costAt, scoredCalls } from '../learn/utility.ts';
import type { Observation } from '../observe/observation.ts';
import { privacyReaderName } from '../pair/labelled-call.ts';
import {
  caseStudy1,
  type CaseStudy1,
  caseStudy2,
  type CaseStudy2,
  readingNames,
  type ReadingName,
} from './case-studies.ts';
import { advantageOf, type Compared, type Parts } from './compare.ts';
import { byLineage, byReader, type Summary, summaryOf } from './summary.ts';

/** The report on a screener; test data are tasks that nothing was chosen on. */
export interface ScreenerReport {
  readonly train: Summary;
  readonly validation: Summary;
  /** Test tasks of the model whose runs RTBAS has too. */
  readonly test: Summary;
  /** Test tasks in the runs of other models. */
  readonly otherModels: Summary;
  /** Test tasks of the privacy worlds, on which no feature was designed. */
  readonly privacy: Summary;
  /** Calls that an AI model labelled, by what it says. */
  readonly byReader: Summary;
  /** The same for those of these calls that belong to test tasks. */
  readonly byReaderTest: Summary;
  readonly caseStudy1: Readonly<Record<ReadingName, CaseStudy1>>;
  /** By the draft's values, and by all of its tokens. */
  readonly caseStudy2: { readonly values: CaseStudy2; readonly literal: CaseStudy2 };
  /** Every way that was tried, by the same figures. */
  readonly compared: readonly Compared[];
  /** That of them which judges as the screener does. */
  readonly shipped: Compared | undefined;
  /** Naming everything and naming nothing: calls gone wrong, by part. */
  readonly base: Readonly<Record<'everything' | 'nothing', BaseLine>>;
}

/** Shares of calls gone wrong. */
export interface BaseLine {
  /** All tasks that are no test data, as across the folds. */
  readonly validation: number;
  readonly test: number;
  readonly privacy: number;
}

/** True if a reader has said what the call depends on: such calls are never learnt from. */
function isRead({ regions }: Observation): boolean {
  return regions.some(({ isMeant }) => isMeant !== undefined);
}

/** The observations that a screener may learn from, those of their test tasks left out later. */
export function learnable(observations: readonly Observation[]): readonly Observation[] {
  return observations.filter((one) => !isRead(one));
}

/** The calls that figures are of; `model` is that whose runs come first. */
export function partsOf(observations: readonly Observation[], model: string): Parts {
  const test = ofPart(observations, 'test');
  return {
    learnable: learnable(observations),
    test: learnable(test).filter((one) => one.model === model),
    otherModels: test.filter((one) => one.model !== model && one.model !== privacyReaderName),
    privacy: test.filter((one) => one.model === privacyReaderName),
  };
}

/** Reports on a screener; `model` is that whose runs come first. */
export function reportOn(
  screener: Screener,
  observations: readonly Observation[],
  { model, compared }: { readonly model: string; readonly compared: readonly Compared[] },
): ScreenerReport {
  const parts = partsOf(observations, model);
  const own = parts.learnable.filter((one) => one.model === model);
  const read = observations.filter(isRead);
  const of = (some: readonly Observation[]): Summary => summaryOf(screener, some, byLineage);
  return {
    train: of(ofPart(parts.learnable, 'training')),
    validation: of(ofPart(parts.learnable, 'validation')),
    test: of(parts.test),
    otherModels: of(parts.otherModels),
    privacy: of(parts.privacy),
    byReader: summaryOf(screener, read, byReader),
    byReaderTest: summaryOf(screener, ofPart(read, 'test'), byReader),
    caseStudy1: {
      values: caseStudy1(own, 'values'),
      valueToken: caseStudy1(own, 'valueToken'),
      literal: caseStudy1(own, 'literal'),
      strongest: caseStudy1(own, 'strongest'),
      token: caseStudy1(own, 'token'),
    },
    caseStudy2: { values: caseStudy2(own, 'valueShare'), literal: caseStudy2(own, 'share') },
    compared,
    shipped: compared.find(({ screener: { judge } }) => isSame(judge, screener.judge)),
    base: {
      everything: baseLine(screener, parts, 0),
      nothing: baseLine(screener, parts, Infinity),
    },
  };
}

function isSame(one: Judge, other: Judge): boolean {
  if (one.kind === 'feature') return other.kind === 'feature' && one.feature === other.feature;
  return other.kind === 'network' && one.features.join() === other.features.join();
}

function baseLine(screener: Screener, parts: Parts, threshold: number): BaseLine {
  const of = (some: readonly Observation[]): number =>
    costAt(scoredCalls(screener, some), threshold);
  return {
    validation: of(parts.learnable.filter(({ part }) => part !== 'test')),
    test: of(parts.test),
    privacy: of(parts.privacy),
  };
}

type Figures = Readonly<Record<string, number | undefined>>;

/** Flat figures with fixed names, for others read them; what was not counted has none. */
export function screenerFigures(report: ScreenerReport): Readonly<Record<string, number>> {
  const figures: Figures = {
    ...named('screener.train', report.train),
    ...named('screener.validation', report.validation),
    ...named('screener.test', report.test),
    ...named('screener.otherModels', report.otherModels),
    ...named('screener.privacy', report.privacy),
    ...named('screener.byReader', report.byReader),
    ...named('screener.byReader.heldOut', report.byReaderTest),
    'screener.shipped.fpr': report.test.fpr?.value,
    'screener.shipped.fpr.low': report.test.fpr?.low,
    'screener.shipped.fpr.high': report.test.fpr?.high,
    'screener.leaveSuiteOut.auc': report.shipped?.leaveSuiteOut?.auc,
    ...baseFigures(report),
    ...caseFigures(report),
    ...together(report.compared.map(comparedFigures)),
    ...together(report.compared.map((one) => advantageFigures(one, report.shipped))),
  };
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Number(value.toFixed(4))]],
    ),
  );
}

function together(some: readonly Figures[]): Figures {
  return Object.fromEntries(some.flatMap((one) => Object.entries(one)));
}

function named(name: string, summary: Summary): Figures {
  return {
    [`${name}.calls`]: summary.calls,
    [`${name}.regions`]: summary.regions,
    [`${name}.accuracy`]: summary.accuracy,
    [`${name}.alwaysNo`]: summary.alwaysNo,
    [`${name}.balancedAccuracy`]: summary.balancedAccuracy,
    [`${name}.auc`]: summary.auc,
    [`${name}.auc.low`]: summary.aucInterval?.low,
    [`${name}.auc.high`]: summary.aucInterval?.high,
    [`${name}.ece`]: summary.ece,
    [`${name}.recall`]: summary.recall,
    [`${name}.precision`]: summary.precision,
    [`${name}.fpr`]: summary.fpr?.value,
    [`${name}.wrong`]: summary.wrong?.value,
    [`${name}.needless`]: summary.needless?.value,
    [`${name}.lost`]: summary.lost?.value,
    [`${name}.precisionAt95`]: summary.precisionAt95,
  };
}

function baseFigures({ base }: ScreenerReport): Figures {
  return Object.fromEntries(
    Object.entries(base).flatMap(([name, parts]) =>
      Object.entries(parts).map(([part, wrong]) => [`screener.${name}.${part}.wrong`, wrong]),
    ),
  );
}

/** By how many calls of a task what is trained goes wrong less often than what ships. */
function advantageFigures(one: Compared, shipped: Compared | undefined): Figures {
  if (!one.isTrained || shipped === undefined) return {};
  const found = advantageOf(one, shipped);
  return {
    [`screener.${one.name}.advantage`]: found?.difference,
    [`screener.${one.name}.advantage.low`]: found?.low,
    [`screener.${one.name}.advantage.high`]: found?.high,
  };
}

function comparedFigures(one: Compared): Figures {
  const name = `screener.${one.name}`;
  return {
    [`${name}.auc`]: one.test.auc,
    [`${name}.auc.low`]: one.test.aucInterval?.low,
    [`${name}.auc.high`]: one.test.aucInterval?.high,
    [`${name}.validation.wrong`]: one.validation?.value,
    [`${name}.validation.wrong.low`]: one.validation?.low,
    [`${name}.validation.wrong.high`]: one.validation?.high,
    [`${name}.validation.auc`]: one.foldsAuc,
    [`${name}.wrong`]: one.test.wrong?.value,
    [`${name}.otherModels.auc`]: one.otherModels.auc,
    [`${name}.privacy.auc`]: one.privacy.auc,
    [`${name}.leaveSuiteOut.auc`]: one.leaveSuiteOut?.auc,
  };
}

function caseFigures({ caseStudy1: one, caseStudy2: two }: ScreenerReport): Figures {
  const byReading = readingNames.map((name): Figures => {
    const at = name === 'values' ? 'screener.figure2' : `screener.figure2.${name}`;
    const { dependent, independent } = one[name];
    return {
      [`${at}.dependentBelow`]: dependent.below,
      [`${at}.otherBelow`]: independent.below,
    };
  });
  return {
    ...together(byReading),
    ...shareFigures('screener.figure3', two.values),
    ...shareFigures('screener.case2', two.literal),
  };
}

function shareFigures(at: string, study: CaseStudy2): Figures {
  return {
    [`${at}.benign.user`]: study.benign.user,
    [`${at}.passed.user`]: study.passed.user,
    [`${at}.passed.injected`]: study.passed.injected,
    [`${at}.followed.user`]: study.followed.user,
    [`${at}.followed.injected`]: study.followed.injected,
  };
}
