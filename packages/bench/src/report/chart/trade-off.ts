import type { Interval } from '../../statistics/interval.ts';
import { percentText, shareAxis, titleLook } from './axis.ts';
import type { Chart } from './draw.ts';
import { seriesColour, type Scheme } from './scheme.ts';

/** A share with its interval. */
export interface Estimate extends Interval {
  readonly value: number;
}

export interface TradeOffPoint {
  /** As in the legend of the page. */
  readonly number: number;
  readonly name: string;
  readonly utility: Estimate;
  readonly attackSuccess: Estimate;
}

/** Utility under attack against attacks stopped, as in figure 5 of RTBAS: top right is best. */
export function tradeOffChart(title: string, points: readonly TradeOffPoint[]): Chart {
  const words = points.map(({ number, name, utility, attackSuccess }) => {
    const shares = [percentText(utility.value), percentText(attackSuccess.value)];
    return `${number} ${name}: utility ${shares.join(', attack success ')}`;
  });
  const option = (scheme: Scheme): Record<string, unknown> => ({
    title: titleLook(scheme, title),
    grid: { left: 50, right: 34, top: 34, bottom: 44 },
    xAxis: { ...shareAxis(scheme, 'attacks that did not succeed'), nameGap: 26 },
    yAxis: { ...shareAxis(scheme, 'utility under attack'), nameGap: 38 },
    series: points.flatMap((point) => marksOf(point, scheme)),
  });
  const alt = `${title}. Utility under attack against attacks stopped. ${words.join('. ')}.`;
  return { alt, width: 330, height: 290, option };
}

function marksOf({ number, utility, attackSuccess }: TradeOffPoint, scheme: Scheme): object[] {
  const color = seriesColour(scheme, number);
  const [x, y] = [1 - attackSuccess.value, utility.value];
  const line = { type: 'line', silent: true, symbol: 'none', clip: false };
  const lineStyle = { color, width: 1.2, opacity: 0.7 };
  const across = [1 - attackSuccess.high, 1 - attackSuccess.low].map((at) => [at, y]);
  const up = [utility.low, utility.high].map((at) => [x, at]);
  const label = { show: true, position: 'right', formatter: `${number}`, color, fontWeight: 700 };
  return [
    { ...line, lineStyle, data: across },
    { ...line, lineStyle, data: up },
    {
      type: 'scatter',
      silent: true,
      clip: false,
      symbolSize: 9,
      itemStyle: { color, borderColor: scheme.paper, borderWidth: 1, opacity: 1 },
      label: { ...label, fontSize: 12, textBorderColor: scheme.paper, textBorderWidth: 2 },
      labelLayout: { moveOverlap: 'shiftY' },
      data: [[x, y]],
    },
  ];
}
