import type { Screener } from '@sluice/local';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { quantileSorted } from 'simple-statistics';
import type { Interval } from '../../statistics/interval.ts';
import { ofPart } from '../learn/fit.ts';
import type { Observation } from '../observe/observation.ts';
import { caseStudy1, type CaseStudy1, caseStudy2, type CaseStudy2 } from './case-studies.ts';
import { areaUnderCurve } from './ranking.ts';
import {
  byLineage,
  byReader,
  judgedBy,
  type JudgedRegion,
  type Summary,
  summaryOf,
} from './summary.ts';

/** The report on a screener; test data are tasks that nothing was chosen on. */
export interface ScreenerReport {
  readonly train: Summary;
  readonly validation: Summary;
  readonly test: Summary;
  readonly testAuc: Interval | undefined;
  /** Calls of models that the screener was not trained on: all tasks, and the test tasks alone. */
  readonly otherModels: Summary;
  readonly otherModelsTest: Summary;
  /** Calls that a person or another model labelled, by what that reader says. */
  readonly byReader: Summary;
  /** The same for those of these calls that belong to test tasks. */
  readonly byReaderTest: Summary;
  readonly caseStudy1: CaseStudy1;
  readonly caseStudy2: CaseStudy2;
}

const resamples = 500;

/** True if a reader has said what the call depends on: such calls are never trained on. */
function isRead({ regions }: Observation): boolean {
  return regions.some(({ isMeant }) => isMeant !== undefined);
}

/** The observations that a screener for the runs of a model may be trained and tuned on. */
export function learnable(
  observations: readonly Observation[],
  model: string,
): readonly Observation[] {
  return observations.filter((one) => one.model === model && !isRead(one));
}

/** Reports on a screener that was trained on the runs of `model`. */
export function reportOn(
  screener: Screener,
  observations: readonly Observation[],
  model: string,
): ScreenerReport {
  const own = learnable(observations, model);
  const others = observations.filter((one) => one.model !== model);
  const read = observations.filter(isRead);
  const test = ofPart(own, 'test');
  const of = (some: readonly Observation[]): Summary => summaryOf(screener, some, byLineage);
  return {
    train: of(ofPart(own, 'training')),
    validation: of(ofPart(own, 'validation')),
    test: of(test),
    testAuc: aucInterval(judgedBy(screener, test, byLineage), { seed: 1 }),
    otherModels: of(others),
    otherModelsTest: of(ofPart(others, 'test')),
    byReader: summaryOf(screener, read, byReader),
    byReaderTest: summaryOf(screener, ofPart(read, 'test'), byReader),
    caseStudy1: caseStudy1(own),
    caseStudy2: caseStudy2(own),
  };
}

/** Flat figures with fixed names, for others read them; what was not counted has none. */
export function screenerFigures(report: ScreenerReport): Readonly<Record<string, number>> {
  const { caseStudy1: one, caseStudy2: two } = report;
  const figures = {
    ...named('screener.train', report.train),
    ...named('screener.validation', report.validation),
    ...named('screener.test', report.test),
    'screener.test.auc.low': report.testAuc?.low,
    'screener.test.auc.high': report.testAuc?.high,
    ...named('screener.otherModels', report.otherModels),
    ...named('screener.otherModels.heldOut', report.otherModelsTest),
    ...named('screener.byReader', report.byReader),
    ...named('screener.byReader.heldOut', report.byReaderTest),
    'screener.figure2.dependent': one.dependent.below,
    'screener.figure2.independent': one.independent.below,
    'screener.case2.benign.user': two.benign.user,
    'screener.case2.passed.user': two.passed.user,
    'screener.case2.passed.injected': two.passed.injected,
    'screener.case2.followed.user': two.followed.user,
    'screener.case2.followed.injected': two.followed.injected,
  };
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Number(value.toFixed(4))]],
    ),
  );
}

function named(name: string, summary: Summary): Readonly<Record<string, number | undefined>> {
  return {
    [`${name}.calls`]: summary.calls,
    [`${name}.regions`]: summary.regions,
    [`${name}.accuracy`]: summary.accuracy,
    [`${name}.alwaysNo`]: summary.alwaysNo,
    [`${name}.balancedAccuracy`]: summary.balancedAccuracy,
    [`${name}.auc`]: summary.auc,
    [`${name}.ece`]: summary.ece,
    [`${name}.recall`]: summary.atThreshold.recall,
    [`${name}.precision`]: summary.atThreshold.precision,
    [`${name}.precisionAt95`]: summary.precisionAt95,
  };
}

/**
 * The area under the curve's 95% percentile interval, tasks drawn with replacement: calls of one
 * task resemble each other, and tasks are what a new agent brings. The same seed gives the same.
 * `undefined` without regions of both classes.
 */
export function aucInterval(
  judged: readonly JudgedRegion[],
  { seed }: { readonly seed: number },
): Interval | undefined {
  const tasks = [...Map.groupBy(judged, ({ task }) => task).values()];
  const random = xoroshiro128plus(seed);
  const found = Array.from({ length: resamples }, () => {
    const drawn = tasks.flatMap(() => tasks[uniformInt(random, 0, tasks.length - 1)] ?? []);
    return areaUnderCurve(drawn);
  })
    .filter((area) => area !== undefined)
    .toSorted((a, b) => a - b);
  if (found.length === 0) return undefined;
  return { low: quantileSorted(found, 0.025), high: quantileSorted(found, 0.975) };
}
