import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { printScreener } from '@sluice/local';
import type { ExitCode, Terminal } from 'sluice/parts';
import { chosenOf } from '../../screener/figures/compare.ts';
import { learnable, reportOn, screenerFigures } from '../../screener/figures/figures.ts';
import { cardOf } from '../../screener/learn/card.ts';
import { writeObservations } from '../../screener/observe/observation-file.ts';
import { compareAll, showReport } from './measure.ts';
import { observedRuns, type ScreenerRunsOptions } from './runs.ts';

export interface TrainScreenerOptions extends ScreenerRunsOptions {
  readonly out: string;
  readonly networks: number;
  readonly json?: true;
}

/**
 * Chooses how regions are judged, by recorded runs, and writes what ships: the way chosen, RTBAS's
 * network beside it, their card, and the numbers that they were chosen and tested on. Throws
 * `file-unreadable`, `settings-invalid`, and what opening the model throws where something is to be
 * measured.
 */
export async function trainScreener(
  paths: readonly string[],
  options: TrainScreenerOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  mkdirSync(options.out, { recursive: true });
  const features = options.features ?? path.join(options.out, 'features.jsonl');
  const observed = await observedRuns(paths, { ...options, features }, terminal);
  const { observations, model, weights, tooLong } = observed;
  const write = (name: string, text: string): void => {
    writeFileSync(path.join(options.out, name), text);
  };
  writeObservations(path.join(options.out, 'observations.jsonl.gz'), observations);
  const compared = compareAll(observations, { ...options, model, terminal });
  const chosen = chosenOf(compared);
  if (learnable(observations).length === 0 || chosen === undefined) throw nothingToLearn();
  const report = reportOn(chosen.screener, observations, { model, compared });
  const network = compared.find(({ name }) => name === 'sixFeatures');
  write('screener.json', printScreener(chosen.screener));
  if (network !== undefined) write('network.json', printScreener(network.screener));
  write('README.md', cardOf({ report, chosen, observations, facts: { model, weights, tooLong } }));
  showReport(report, terminal);
  if (options.json === true) {
    terminal.print(JSON.stringify({ model, figures: screenerFigures(report) }));
  }
  return 0;
}

function nothingToLearn(): SluiceError {
  return new SluiceError('settings-invalid', 'no call can be learnt from', {
    hint: 'give runs with calls that follow a result',
  });
}
