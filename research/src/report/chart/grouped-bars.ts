import { plain } from '../plain.ts';
import type { BarsOfResult } from '../suite-result.ts';
import type { Chart } from './draw.ts';
import {
  chartText,
  lengthAxis,
  namesAxis,
  percentText,
  type Scheme,
  seriesColour,
  shortened,
  titleLook,
} from './scheme.ts';

const barHeight = 11;

/** For each name a bar of every series, below each other, with its value at its end. */
export function groupedBarsChart({ title, of, series, rows }: BarsOfResult): Chart {
  const valueText = (value: number): string =>
    of === 'shares' ? percentText(value) : String(Number(value.toPrecision(3)));
  const names = rows.map(({ name }, at) => shortened(chartText(at + 1, name), 29));
  const option = (scheme: Scheme): Record<string, unknown> => ({
    title: titleLook(scheme, plain(title)),
    grid: { left: 186, right: 44, top: 28, bottom: 26 },
    xAxis: lengthAxis(scheme, of),
    yAxis: namesAxis(scheme, names),
    series: series.map((_, at) => {
      const own = rows.map(({ values }) => values[at] ?? null);
      return barsOf(own, { scheme, number: at + 1, valueText });
    }),
  });
  const height = 62 + rows.length * (series.length * barHeight + 9);
  return { alt: altText({ title, series, rows }, valueText), width: 440, height, option };
}

interface BarsLook {
  readonly scheme: Scheme;
  readonly number: number;
  readonly valueText: (value: number) => string;
}

function barsOf(
  values: readonly (number | null)[],
  { scheme, number, valueText }: BarsLook,
): object {
  return {
    type: 'bar',
    silent: true,
    barWidth: barHeight - 2,
    barGap: '15%',
    itemStyle: { color: seriesColour(scheme, number), opacity: 0.8 },
    data: values.map((value) => {
      if (value === null) return '-';
      const look = { show: true, position: 'right', color: scheme.text, fontSize: 10 };
      return { value, label: { ...look, formatter: valueText(value) } };
    }),
  };
}

function altText(
  { title, series, rows }: Pick<BarsOfResult, 'title' | 'series' | 'rows'>,
  valueText: (value: number) => string,
): string {
  const words = rows.map(({ name, values }) => {
    const all = series.flatMap((each, at) => {
      const value = values[at] ?? null;
      return value === null ? [] : [`${each} ${valueText(value)}`];
    });
    return `${name}: ${all.join(', ')}`;
  });
  return `${title}. ${words.join('. ')}.`;
}
