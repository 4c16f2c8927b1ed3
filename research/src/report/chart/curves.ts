import type { Chart } from './draw.ts';
import { axisLook, percentText, plane, type Scheme, seriesColour, shareAxis } from './scheme.ts';

export interface Curve {
  /** As in the legend of the page. */
  readonly number: number;
  readonly name: string;
  /** Share of tasks done with at most 0, 1, 2, … questions. */
  readonly shares: readonly number[];
}

/** TCR@k: tasks done with at most k questions, a step for each k. */
export function curvesChart(title: string, curves: readonly Curve[]): Chart {
  const last = Math.max(1, ...curves.map(({ shares }) => shares.length - 1));
  const words = curves.map(({ number, name, shares }) => {
    return `${number} ${name}: ${shares.map(percentText).join(', ')}`;
  });
  const counts = { type: 'value', min: 0, max: last, minInterval: 1, name: 'questions, at most' };
  const option = (scheme: Scheme): Record<string, unknown> => ({
    ...plane(scheme, {
      title,
      across: { ...axisLook(scheme), ...counts },
      up: shareAxis(scheme, 'tasks done'),
    }),
    series: curves.map((curve) => curveOf(curve, { scheme, last })),
  });
  const alt = `${title}. Share of tasks done with at most 0, 1, 2, … questions. ${words.join('. ')}.`;
  return { alt, width: 400, height: 290, option };
}

function curveOf(
  { number, shares }: Curve,
  { scheme, last }: { readonly scheme: Scheme; readonly last: number },
): object {
  const color = seriesColour(scheme, number);
  const data = Array.from({ length: last + 1 }, (_, k) => [k, shares[k] ?? shares.at(-1) ?? 0]);
  const endLabel = { show: true, formatter: `${number}`, color, fontWeight: 700, distance: 4 };
  return {
    type: 'line',
    step: 'end',
    silent: true,
    clip: false,
    symbol: 'circle',
    symbolSize: 5,
    itemStyle: { color },
    lineStyle: { color, width: 1.8 },
    endLabel,
    labelLayout: { moveOverlap: 'shiftY' },
    data,
  };
}
