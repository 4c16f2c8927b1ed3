import type { Interval } from '../../statistics/interval.ts';
import type { Chart } from './draw.ts';
import { numbersText, positionOf, together } from './together.ts';
import { chartText, plane, seriesColour, shareAxis, type Scheme } from './scheme.ts';

/** A numbered point with its intervals. */
export interface Cross {
  /** As in the legend of the page. */
  readonly number: number;
  readonly name: string;
  readonly at: readonly [x: number, y: number];
  /** `undefined`: what lies across was not drawn from a sample. */
  readonly across: Interval | undefined;
  readonly up: Interval;
  /** Where it lies, in words. */
  readonly text: string;
}

export interface CrossesOptions extends Pick<Chart, 'width' | 'height'> {
  readonly title: string;
  /** The subject of the chart, for those who do not see it. */
  readonly about: string;
  readonly across: (scheme: Scheme) => object;
  /** The name of the share that lies up. */
  readonly up: string;
}

/** A share against something else, each point with the lines of its intervals. */
export function crossesChart(crosses: readonly Cross[], options: CrossesOptions): Chart {
  const { title, about, across, up, width, height } = options;
  const words = crosses.map(({ number, name, text }) => `${chartText(number, name)}: ${text}`);
  return {
    width,
    height,
    alt: `${about}. ${words.join('. ')}.`,
    option: (scheme) => ({
      ...plane(scheme, { title, across: across(scheme), up: shareAxis(scheme, up) }),
      series: together(crosses, ({ at }) => at).flatMap((own) => {
        const numbers = own.map(({ number }) => number);
        return own.flatMap((cross, at) =>
          crossMarks(cross, { scheme, numbers: at === 0 ? numbers : [] }),
        );
      }),
    }),
  };
}

/** A point, the numbers that stand beside it, and a line for each interval. */
function crossMarks(
  { number, at, across, up }: Cross,
  { scheme, numbers }: { readonly scheme: Scheme; readonly numbers: readonly number[] },
): object[] {
  const color = seriesColour(scheme, number);
  const [x, y] = at;
  const line = { type: 'line', silent: true, symbol: 'none', clip: false };
  const lineStyle = { color, width: 1.2, opacity: 0.7 };
  const sideways = across === undefined ? [] : [across.low, across.high];
  const position = positionOf({ across: x, count: numbers.length });
  const formatter = numbersText(numbers);
  const label = { show: numbers.length > 0, position, formatter, color, fontWeight: 700 };
  // Above the line across, which would strike the number through.
  const dy = position === 'bottom' ? 0 : -9;
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
      labelLayout: { moveOverlap: 'shiftY', dy },
      data: [[x, y]],
    },
  ];
}
