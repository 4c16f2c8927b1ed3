import { axisLook, titleLook } from '../../report/chart/axis.ts';
import type { Chart } from '../../report/chart/draw.ts';
import { seriesColour, type Scheme } from '../../report/chart/scheme.ts';
import type { Growth } from '../count/growth.ts';

/** Contexts scored over documents in the context, with a logarithmic axis. */
export function growthChart(growth: readonly Growth[]): Chart {
  const title = 'Contexts scored a question, median';
  const words = growth.map(({ documents, algorithmOne, ours }) => {
    return `${documents} documents: algorithm 1 ${algorithmOne}, ours ${ours}`;
  });
  const option = (scheme: Scheme): Record<string, unknown> => ({
    title: titleLook(scheme, title),
    grid: { left: 62, right: 90, top: 34, bottom: 44 },
    xAxis: {
      ...axisLook(scheme),
      type: 'value',
      min: growth[0]?.documents ?? 0,
      max: growth.at(-1)?.documents ?? 1,
      name: 'documents',
      nameGap: 26,
    },
    yAxis: { ...axisLook(scheme), type: 'log', name: 'contexts', nameGap: 44 },
    series: [
      lineOf({ scheme, number: 1, name: 'algorithm 1' }, growth, (each) => each.algorithmOne),
      lineOf({ scheme, number: 2, name: 'ours' }, growth, (each) => each.ours),
    ],
  });
  return { alt: `${title}. ${words.join('. ')}.`, width: 430, height: 290, option };
}

function lineOf(
  {
    scheme,
    number,
    name,
  }: { readonly scheme: Scheme; readonly number: number; readonly name: string },
  growth: readonly Growth[],
  countOf: (growth: Growth) => number,
): object {
  const color = seriesColour(scheme, number);
  return {
    type: 'line',
    silent: true,
    clip: false,
    itemStyle: { color },
    lineStyle: { color, width: 1.8 },
    endLabel: { show: true, formatter: name, color, fontWeight: 700, distance: 4 },
    data: growth.map((each) => [each.documents, countOf(each)]),
  };
}
