import { type Cross, crossMarks } from '../../report/chart/cross-marks.ts';
import { type Chart, picture } from '../../report/chart/draw.ts';
import {
  axisLook,
  chartText,
  percentText,
  shareAxis,
  titleLook,
} from '../../report/chart/scheme.ts';
import { markup } from '../../report/html.ts';
import { resultPage } from '../../report/suites/results-html.ts';
import { defenceName } from '../../report/tables.ts';
import type { ClusteredShare } from '../../statistics/cluster-bootstrap.ts';
import { screenersFigures, type ScreenersReport } from '../figures/screeners-report.ts';
import type { Worth } from '../figures/worth.ts';
import { screenersResult } from './screeners-result.ts';

const size = { width: 470, height: 360 } as const;

/** A propagator that takes less is drawn here: a logarithm has no nothing. */
const secondsMin = 0.001;

/** The result as a page, with intervals, what each costs, and the figures as data. */
export function screenersHtml(report: ScreenersReport): string {
  const { worths } = report;
  const pictures = markup`<ul class="legend">
      ${worths.map(({ name }, at) => markup`<li>${defenceName(name, at + 1)}</li>`)}
    </ul>
    <div class="charts">
      ${[againstFalsePositives(worths), againstSeconds(worths)].map(picture)}
    </div>`;
  return resultPage(screenersResult(report), {
    title: 'Which propagator to take',
    pictures,
    data: screenersFigures(report),
  });
}

/** Recall against false positives, each with its interval: top left is best. */
function againstFalsePositives(worths: readonly Worth[]): Chart {
  const title = 'Recall against false positives';
  const points = worths.flatMap(({ name, recall, fpr }, at): readonly Point[] =>
    recall === undefined || fpr === undefined
      ? []
      : [{ number: at + 1, name, x: fpr.value, across: fpr, recall }],
  );
  return {
    ...size,
    alt: altOf(title, points, percentText),
    option: (scheme) => ({
      title: titleLook(scheme, title),
      grid: { left: 50, right: 40, top: 34, bottom: 44 },
      xAxis: { ...shareAxis(scheme, 'other regions that are named'), nameGap: 26 },
      yAxis: { ...shareAxis(scheme, 'sources that are named'), nameGap: 38 },
      series: points.flatMap((point) => crossMarks(crossOf(point), scheme)),
    }),
  };
}

/** Recall against seconds a call, on a logarithmic axis. */
function againstSeconds(worths: readonly Worth[]): Chart {
  const title = 'Recall against seconds a call';
  const points = worths.flatMap(({ name, recall, seconds }, at): readonly Point[] =>
    recall === undefined || seconds === undefined
      ? []
      : [{ number: at + 1, name, x: Math.max(seconds, secondsMin), across: undefined, recall }],
  );
  return {
    ...size,
    alt: altOf(title, points, (seconds) => `${seconds.toFixed(3)} s`),
    option: (scheme) => ({
      title: titleLook(scheme, title),
      grid: { left: 50, right: 40, top: 34, bottom: 44 },
      xAxis: { ...axisLook(scheme), type: 'log', min: secondsMin, name: 'seconds', nameGap: 26 },
      yAxis: { ...shareAxis(scheme, 'sources that are named'), nameGap: 38 },
      series: points.flatMap((point) => crossMarks(crossOf(point), scheme)),
    }),
  };
}

interface Point {
  /** As in the legend of the page. */
  readonly number: number;
  readonly name: string;
  readonly x: number;
  readonly across: ClusteredShare | undefined;
  readonly recall: ClusteredShare;
}

function altOf(title: string, points: readonly Point[], across: (x: number) => string): string {
  const words = points.map(
    ({ number, name, x, recall }) =>
      `${chartText(number, name)}: ${percentText(recall.value)} at ${across(x)}`,
  );
  return `${title}. ${words.join('. ')}.`;
}

function crossOf({ number, x, across, recall }: Point): Cross {
  return { number, at: [x, recall.value], across, up: recall };
}
