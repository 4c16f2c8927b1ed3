import { recordedModel, recordedObservations } from '../../screener/observe/recorded.ts';
import { readObservations } from '../../screener/observe/observation-file.ts';
import { reportOn, screenerFigures, type ScreenerReport } from '../../screener/figures/figures.ts';
import {
  screenerClaims,
  screenerResult,
  screenerTables,
} from '../../report/results/screener-result.ts';
import type { Observation } from '../../screener/observe/observation.ts';
import { readScreener, shippedScreener } from '@sluice/local';
import { type ExitCode, grid, type Terminal } from 'sluice/parts';
import type { KeepResult } from '../keep-result.ts';
import { observedRuns, type ScreenerRunsOptions } from './runs.ts';

export interface ScreenerBenchOptions extends ScreenerRunsOptions {
  readonly screener?: string;
  readonly observations?: string;
  readonly json?: true;
}

/**
 * Judges a screener on calls of recorded runs: those given, or the numbers that are shipped with
 * it. 0: the test tasks' figures are within the bounds.
 */
export async function runScreenerBench(
  paths: readonly string[],
  options: ScreenerBenchOptions,
  { terminal, keep }: { readonly terminal: Terminal; readonly keep: KeepResult },
): Promise<ExitCode> {
  const { screener: file } = options;
  const screener = file === undefined ? shippedScreener() : readScreener(file);
  const { observations, model } = await observationsOf(paths, options, terminal);
  const report = reportOn(screener, observations, model);
  showReport(report, terminal);
  if (options.json === true) {
    terminal.print(JSON.stringify({ model, figures: screenerFigures(report) }));
  }
  await keep(screenerResult(report, model));
  return screenerClaims(report).every(({ holds }) => holds) ? 0 : 1;
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
