import { HeatmapChart } from 'echarts/charts';
import { VisualMapComponent } from 'echarts/components';
import { use } from 'echarts/core';
import type { Chart } from '../../report/chart/draw.ts';
import { axisLook, percentText, type Scheme, titleLook } from '../../report/chart/scheme.ts';
import type { Pruning } from '../find/grids.ts';
import { type LabelMetrics, metricsOf } from '../measure/metrics.ts';
import type { GridOutcomes } from '../run/run-options.ts';

type Setting = GridOutcomes['settings'][number]['setting'];

use([HeatmapChart, VisualMapComponent]);

/** Exact match over lambda and the threshold of pruning, a map for each utility. */
export function heatMapsOf({ key, settings }: GridOutcomes): readonly Chart[] {
  const byUtility = Map.groupBy(settings, ({ setting }) => setting.utility);
  return [...byUtility].map(([utility, all]) => {
    const lambdas = [...new Set(all.map(({ setting }) => setting.lambda))];
    const prunings = [...new Set(all.map(({ setting }) => thresholdText(setting.pruning)))];
    const shareOf = (lambda: number, pruning: string): LabelMetrics['exactMatch'] => {
      const found = all.find(({ setting }) => isAt(setting, lambda, pruning));
      return found === undefined ? undefined : metricsOf(found.outcomes).exactMatch;
    };
    return heatMapChart({
      title: `${key.lattice}, ${key.completion}, ${key.retrieval}${prunedBy(key)}: exact match by ${utility}`,
      across: { name: 'lambda', values: lambdas.map(String) },
      up: { name: upName(all.map(({ setting }) => setting)), values: prunings },
      shares: prunings.map((pruning) => lambdas.map((lambda) => shareOf(lambda, pruning))),
    });
  });
}

function prunedBy({ pruning }: GridOutcomes['key']): string {
  return pruning === undefined ? '' : `, pruning ${pruning}`;
}

function upName(settings: readonly Setting[]): string {
  const isAlone = settings.some(({ pruning }) => pruning.kind === 'alone');
  return isAlone ? 'saved alone' : 'Shapley';
}

function isAt(setting: Setting, lambda: number, pruning: string): boolean {
  return setting.lambda === lambda && thresholdText(setting.pruning) === pruning;
}

function thresholdText(pruning: Pruning): string {
  return pruning.kind === 'none' ? 'none' : String(pruning.threshold);
}

interface HeatMap {
  readonly title: string;
  readonly across: { readonly name: string; readonly values: readonly string[] };
  readonly up: { readonly name: string; readonly values: readonly string[] };
  /** A share for each value up, and in it for each value across; `undefined` is not measured. */
  readonly shares: readonly (readonly (number | undefined)[])[];
}

/** Shares over two thresholds, as in permissive propagation figures 7 to 10. */
function heatMapChart({ title, across, up, shares }: HeatMap): Chart {
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
