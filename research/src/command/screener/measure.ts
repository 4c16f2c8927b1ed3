import { readScreener, shippedScreener } from '@sluice/local';
import { grid, type Terminal } from 'sluice/parts';
import { screenerResult, screenerTables } from '../../screener/figures/screener-result.ts';
import { reportOn, screenerFigures, type ScreenerReport } from '../../screener/figures/figures.ts';
import {
  readObservations,
  recordedModel,
  recordedObservations,
} from '../../screener/observe/observation-file.ts';
import type { Observation } from '../../screener/observe/observation.ts';
import type { Measured } from '../suite.ts';
import { observedRuns, type ScreenerRunsOptions } from './runs.ts';

export interface ScreenerBenchOptions extends ScreenerRunsOptions {
  readonly screener?: string;
  readonly observations?: string;
}

/** Judges a screener on calls of recorded runs: those given, or the numbers shipped with it. */
export async function measureScreener(
  paths: readonly string[],
  options: ScreenerBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const { screener: file } = options;
  const screener = file === undefined ? shippedScreener() : readScreener(file);
  const { observations, model } = await observationsOf(paths, options, terminal);
  const report = reportOn(screener, observations, model);
  const figures = screenerFigures(report);
  return { found: screenerResult(report, model), figures, beside: { model } };
}

interface Observed {
  readonly observations: readonly Observation[];
  readonly model: string;
}

async function observationsOf(
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
