import { type Cross, crossesChart } from '../../report/chart/crosses.ts';
import { type Chart, picture } from '../../report/chart/draw.ts';
import { axisLook, percentText, shareAxis } from '../../report/chart/scheme.ts';
import { markup } from '../../report/html.ts';
import { resultPage } from '../../report/suites/results-html.ts';
import { defenceName } from '../../report/tables.ts';
import type { ClusteredShare } from '../../statistics/bootstrap.ts';
import { screenersFigures, type ScreenersReport } from '../figures/screeners-report.ts';
import type { Worth } from '../figures/worth.ts';
import { screenersResult } from './screeners-result.ts';

const look = { width: 470, height: 360, up: 'sources that are named' } as const;

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

/** Each with its interval: top left is best. */
function againstFalsePositives(worths: readonly Worth[]): Chart {
  const title = 'Recall against false positives';
  const crosses = worths.flatMap(({ name, recall, fpr: across }, at): readonly Cross[] =>
    recall === undefined || across === undefined
      ? []
      : [crossOf({ number: at + 1, name, recall, across, x: across.value }, percentText)],
  );
  return crossesChart(crosses, {
    ...look,
    title,
    about: title,
    across: (scheme) => shareAxis(scheme, 'other regions that are named'),
  });
}

/** On a logarithmic axis. */
function againstSeconds(worths: readonly Worth[]): Chart {
  const title = 'Recall against seconds a call';
  const crosses = worths.flatMap(({ name, recall, seconds }, at): readonly Cross[] => {
    if (recall === undefined || seconds === undefined) return [];
    const x = Math.max(seconds, secondsMin);
    const point = { number: at + 1, name, recall, across: undefined, x };
    return [crossOf(point, (taken) => `${taken.toFixed(3)} s`)];
  });
  return crossesChart(crosses, {
    ...look,
    title,
    about: title,
    across: (scheme) => ({
      ...axisLook(scheme),
      type: 'log',
      min: secondsMin,
      name: 'seconds',
    }),
  });
}

interface Point extends Pick<Cross, 'number' | 'name' | 'across'> {
  readonly x: number;
  readonly recall: ClusteredShare;
}

function crossOf({ x, recall, ...point }: Point, textOf: (x: number) => string): Cross {
  const text = `${percentText(recall.value)} at ${textOf(x)}`;
  return { ...point, at: [x, recall.value], up: recall, text };
}
