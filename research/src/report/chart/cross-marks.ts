import type { Interval } from '../../statistics/interval.ts';
import { seriesColour, type Scheme } from './scheme.ts';

/** A numbered point with its intervals. */
export interface Cross {
  /** As in the legend of the page. */
  readonly number: number;
  readonly at: readonly [x: number, y: number];
  /** `undefined`: what lies across was not drawn from a sample. */
  readonly across: Interval | undefined;
  readonly up: Interval;
}

/** A point, its number beside it, and a line for each interval. */
export function crossMarks({ number, at, across, up }: Cross, scheme: Scheme): object[] {
  const color = seriesColour(scheme, number);
  const [x, y] = at;
  const line = { type: 'line', silent: true, symbol: 'none', clip: false };
  const lineStyle = { color, width: 1.2, opacity: 0.7 };
  const sideways = across === undefined ? [] : [across.low, across.high];
  const label = { show: true, position: 'right', formatter: `${number}`, color, fontWeight: 700 };
  return [
    { ...line, lineStyle, data: sideways.map((to) => [to, y]) },
    { ...line, lineStyle, data: [up.low, up.high].map((to) => [x, to]) },
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
