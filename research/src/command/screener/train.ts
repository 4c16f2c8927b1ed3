import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cardOf } from '../../screener/learn/card.ts';
import { fitScreener } from '../../screener/learn/fit.ts';
import { learnable, reportOn, screenerFigures } from '../../screener/figures/figures.ts';
import { writeObservations } from '../../screener/observe/observation-file.ts';
import { SluiceError } from '@sluice/core';
import { printScreener, windowLimits } from '@sluice/local';
import type { ExitCode, Terminal } from 'sluice/parts';
import { showReport } from './measure.ts';
import { featureSource, observedRuns, type ScreenerRunsOptions } from './runs.ts';

export interface TrainScreenerOptions extends ScreenerRunsOptions {
  readonly out: string;
  readonly networks: number;
  readonly json?: true;
}

/**
 * Trains a screener on recorded runs, and writes it with its card and the numbers that it was
 * trained and tested on. Throws `file-unreadable`, `settings-invalid`, and what opening the model
 * throws where something is to be measured.
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
  const own = learnable(observations, model);
  if (own.length === 0) throw nothingToLearn(model);
  const seeds = Array.from({ length: options.networks }, (_, at) => at + options.seed);
  const fit = fitScreener(own, {
    source: featureSource,
    limits: windowLimits,
    seeds,
    onEpoch: (seed, { epoch, trainLoss, validationLoss }) => {
      if (epoch % 10 !== 0) return;
      const losses = `loss ${trainLoss.toFixed(3)}, validation ${validationLoss.toFixed(3)}`;
      terminal.warn(`seed ${seed}, epoch ${epoch}: ${losses}`);
    },
  });
  const report = reportOn(fit.screener, observations, model);
  const facts = { model, weights, tooLong, drawSeed: options.seed };
  const write = (name: string, text: string): void => {
    writeFileSync(path.join(options.out, name), text);
  };
  write('screener.json', printScreener(fit.screener));
  write('README.md', cardOf({ fit, report, observations, facts }));
  writeObservations(path.join(options.out, 'observations.jsonl.gz'), observations);
  showReport(report, terminal);
  if (options.json === true) {
    terminal.print(JSON.stringify({ model, figures: screenerFigures(report) }));
  }
  return 0;
}

function nothingToLearn(model: string): SluiceError {
  return new SluiceError('settings-invalid', `no call of \`${model}\` can be trained on`, {
    hint: 'name a model that the runs are of: `--model NAME`',
  });
}
