import { HeatmapChart } from 'echarts/charts';
import { VisualMapComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { axisLook, percentText, titleLook } from '../../report/chart/axis.ts';
import type { Chart } from '../../report/chart/draw.ts';
import type { Scheme } from '../../report/chart/scheme.ts';

use([HeatmapChart, VisualMapComponent]);

export interface HeatMap {
  readonly title: string;
  readonly across: { readonly name: string; readonly values: readonly string[] };
  readonly up: { readonly name: string; readonly values: readonly string[] };
  /** A share for each value up, and in it for each value across; `undefined` is not measured. */
  readonly shares: readonly (readonly (number | undefined)[])[];
}

/** Shares over two thresholds, as in permissive propagation figures 7 to 10. */
export function heatMapChart({ title, across, up, shares }: HeatMap): Chart {
  const cells = shares.flatMap((row, y) => {
    return row.flatMap((share, x) => (share === undefined ? [] : [[x, y, share]]));
  });
  const option = (scheme: Scheme): Record<string, unknown> => ({
    title: titleLook(scheme, title),
    grid: { left: 62, right: 14, top: 34, bottom: 44 },
    xAxis: {
      ...axisLook(scheme),
      type: 'category',
      data: across.values,
      name: across.name,
      nameGap: 26,
    },
    yAxis: { ...axisLook(scheme), type: 'category', data: up.values, name: up.name, nameGap: 44 },
    visualMap: {
      show: false,
      min: 0,
      max: 1,
      inRange: { color: [scheme.paper, scheme.series[1]] },
    },
    series: [
      {
        type: 'heatmap',
        silent: true,
        data: cells,
        itemStyle: { opacity: 0.55 },
        label: labelLook(scheme),
      },
    ],
  });
  const words = up.values.map((value, y) => {
    const row = (shares[y] ?? []).map((share) => (share === undefined ? '-' : percentText(share)));
    return `${up.name} ${value}: ${row.join(', ')}`;
  });
  const alt = `${title}. ${across.name}: ${across.values.join(', ')}. ${words.join('. ')}.`;
  return { alt, width: 430, height: 92 + 34 * up.values.length, option };
}

function labelLook({ text }: Scheme): object {
  return { show: true, color: text, fontSize: 11, formatter: cellText };
}

function cellText({ data }: { readonly data: readonly number[] }): string {
  return percentText(data[2] ?? 0);
}
