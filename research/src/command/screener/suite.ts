import { Command, type CommandContext } from 'sluice/parts';
import { keptFor } from '../keep-result.ts';
import type { ScreenerBenchOptions } from './measure.ts';
import { withRecordedRuns } from '../recorded-runs.ts';

/** `sluice bench screener`: what the screener of `attention` is worth. */
export function benchScreenerCommand({ terminal, exitWith }: CommandContext): Command {
  const command = new Command('screener')
    .description('The network that `attention` judges regions by, beside the paper’s')
    .argument('[traces...]', 'recorded runs; default: the numbers that are shipped with it');
  return withRecordedRuns(command)
    .option('--screener <file>', 'one of your own; default: the one that is shipped')
    .option('--observations <file>', 'numbers that a training wrote, in place of runs')
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', help)
    .action(async (traces: readonly string[], options: ScreenerBenchOptions, own: Command) => {
      const keep = keptFor(own);
      const { runScreenerBench } = await import('./measure.ts');
      exitWith(await runScreenerBench(traces, options, { terminal, keep }));
    });
}

const help = `
Without runs, the figures are computed again from what was measured of the shipped screener's calls;
with runs, from those, and calls that --features does not hold are read by the local model first.
Exit code 0: on test tasks the area under the curve is at least .92, balanced accuracy at least .80.

Examples:
  sluice bench screener
  sluice bench screener runs/ --features features.jsonl --json`;
