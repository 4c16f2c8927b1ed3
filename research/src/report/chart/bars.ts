import type { Interval } from '../../statistics/interval.ts';
import type { Chart } from './draw.ts';
import {
  chartText,
  lengthAxis,
  namesAxis,
  type Scheme,
  seriesColour,
  shortened,
  titleLook,
} from './scheme.ts';

export interface Bar {
  /** As in the legend of the page. */
  readonly number: number;
  readonly name: string;
  readonly value: number;
  readonly interval: Interval | undefined;
  /** The value as a person reads it. */
  readonly text: string;
}

export interface BarsOptions {
  readonly title: string;
  /** Shares go from nothing to all; amounts as far as they must. */
  readonly of: 'shares' | 'amounts';
}

/** A bar for each defence with its interval, its name on the left, its value on the right. */
export function barsChart(bars: readonly Bar[], { title, of }: BarsOptions): Chart {
  const words = bars.map(({ number, name, text }) => `${number} ${name}: ${text}`);
  const names = bars.map(({ number, name }) => chartText(number, shortened(name, 21)));
  const option = (scheme: Scheme): Record<string, unknown> => ({
    title: titleLook(scheme, title),
    grid: { left: 152, right: 62, top: 28, bottom: 26 },
    xAxis: lengthAxis(scheme, of),
    yAxis: [
      { ...namesAxis(scheme, names), position: 'left' },
      {
        ...namesAxis(
          scheme,
          bars.map(({ text }) => text),
        ),
        position: 'right',
      },
    ],
    series: [
      barSeries(bars, scheme),
      ...bars.flatMap((bar, at) => intervalOf(bar, { at, scheme })),
    ],
  });
  return {
    alt: `${title}. ${words.join('. ')}.`,
    width: 420,
    height: 56 + 21 * bars.length,
    option,
  };
}

function barSeries(bars: readonly Bar[], scheme: Scheme): object {
  const data = bars.map(({ number, value }) => {
    return { value, itemStyle: { color: seriesColour(scheme, number), opacity: 0.75 } };
  });
  return { type: 'bar', silent: true, barWidth: 12, data };
}

function intervalOf(
  { interval }: Bar,
  { at, scheme }: { readonly at: number; readonly scheme: Scheme },
): object[] {
  if (interval === undefined) return [];
  const data = [interval.low, interval.high].map((value) => [value, at]);
  const lineStyle = { color: scheme.text, width: 1.5 };
  return [{ type: 'line', silent: true, symbol: 'none', clip: false, z: 5, lineStyle, data }];
}
