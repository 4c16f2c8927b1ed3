import type { Chart } from '../../report/chart/draw.ts';
import type { Pruning } from '../find/setting.ts';
import { metricsOf, type LabelMetrics } from '../measure/metrics.ts';
import type { GridOutcomes } from '../run/run-labels.ts';
import { heatMapChart } from './heat-map.ts';

type Setting = GridOutcomes['settings'][number]['setting'];

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
      title: `${key.lattice}, ${key.completion}, ${key.retrieval}: exact match by ${utility}`,
      across: { name: 'lambda', values: lambdas.map(String) },
      up: { name: upName(all.map(({ setting }) => setting)), values: prunings },
      shares: prunings.map((pruning) => lambdas.map((lambda) => shareOf(lambda, pruning))),
    });
  });
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
