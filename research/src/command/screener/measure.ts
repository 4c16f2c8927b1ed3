import { readScreener, shippedScreener, windowLimits } from '@sluice/local';
import { grid, type Terminal } from 'sluice/parts';
import {
  type Compared,
  compare,
  networks,
  singleFeatures,
} from '../../screener/figures/compare.ts';
import {
  partsOf,
  reportOn,
  screenerFigures,
  type ScreenerReport,
} from '../../screener/figures/figures.ts';
import { screenerResult, screenerTables } from '../../screener/figures/screener-result.ts';
import type { SettleOptions } from '../../screener/learn/fit.ts';
import {
  readObservations,
  recordedModel,
  recordedObservations,
} from '../../screener/observe/observation-file.ts';
import type { Observation } from '../../screener/observe/observation.ts';
import type { Measured } from '../suite.ts';
import { watched } from '../watch.ts';
import { featureSource, observedRuns, type ScreenerRunsOptions } from './runs.ts';

export interface ScreenerBenchOptions extends ScreenerRunsOptions {
  readonly screener?: string;
  readonly observations?: string;
  readonly networks: number;
}

/** Judges a screener on calls of recorded runs: those given, or the numbers shipped with it. */
export async function measureScreener(
  paths: readonly string[],
  options: ScreenerBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const { screener: file } = options;
  const screener = file === undefined ? shippedScreener() : readScreener(file);
  const { observations, model } = await observedOf(paths, options, terminal);
  const compared = compareAll(observations, { ...options, model, terminal });
  const report = reportOn(screener, observations, { model, compared });
  const figures = screenerFigures(report);
  const beside = { model, choice: screener.choice, judge: screener.judge.kind };
  return { found: screenerResult(report, model), figures, beside };
}

export interface CompareAllOptions {
  readonly model: string;
  readonly seed: number;
  /** How many networks of each kind to train and average; 0: none. */
  readonly networks: number;
  readonly terminal: Terminal;
}

/** Every way of judging, each settled and measured alike. */
export function compareAll(
  observations: readonly Observation[],
  { model, seed, networks: count, terminal }: CompareAllOptions,
): readonly Compared[] {
  const watch = watched(terminal);
  const seeds = Array.from({ length: count }, (_, at) => at + seed);
  const settling: SettleOptions = {
    source: featureSource,
    limits: windowLimits,
    seed,
    at: new Date().toISOString(),
  };
  const ways = [...singleFeatures, ...(count === 0 ? [] : networks(seeds))];
  const parts = partsOf(observations, model);
  const compared = ways.map((way, at) => {
    watch.show(`${at}/${ways.length} ways compared: ${way.name}`, false);
    return compare(way, parts, { ...settling, leavesOut: true });
  });
  watch.end();
  return compared;
}

interface Observed {
  readonly observations: readonly Observation[];
  readonly model: string;
}

async function observedOf(
  paths: readonly string[],
  options: ScreenerBenchOptions,
  terminal: Terminal,
): Promise<Observed> {
  if (paths.length > 0) return observedRuns(paths, options, terminal);
  const { observations: file, model = recordedModel } = options;
  const observations = file === undefined ? recordedObservations() : readObservations(file);
  return { observations, model };
}

/** The figures side by side, the paper's last. */
export function showReport(report: ScreenerReport, terminal: Terminal): void {
  for (const { head, rows } of screenerTables(report)) terminal.print(grid(head, rows));
}
