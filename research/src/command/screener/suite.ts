import { withRecordedRuns } from '../recorded-runs.ts';
import type { Suite } from '../suite.ts';
import type { ScreenerBenchOptions } from './measure.ts';

/** `sluice bench screener`: what the screener of `attention` is worth. */
export const screenerSuite: Suite<ScreenerBenchOptions> = {
  name: 'screener',
  description: 'The network that `attention` judges regions by, beside the paper’s',
  typed: (command) =>
    withRecordedRuns(
      command.argument(
        '[traces...]',
        'recorded runs; default: the numbers that are shipped with it',
      ),
    )
      .option('--screener <file>', 'one of your own; default: the one that is shipped')
      .option('--observations <file>', 'numbers that a training wrote, in place of runs'),
  help: `
Without runs, the figures are computed again from what was measured of the shipped screener's calls;
with runs, from those, and calls that --features does not hold are read by the local model first.
Exit code 0: on test tasks the area under the curve is at least .92, balanced accuracy at least .80.

Examples:
  sluice bench screener
  sluice bench screener runs/ --features features.jsonl --json`,
  measure: async (paths, options, terminal) => {
    const { measureScreener } = await import('./measure.ts');
    return measureScreener(paths, options, terminal);
  },
};
