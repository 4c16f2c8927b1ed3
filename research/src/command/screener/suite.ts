import type { Command } from 'sluice/parts';
import { whole, wholeOrNone } from '../numbers.ts';
import type { Suite } from '../suite.ts';
import type { ScreenerBenchOptions } from './measure.ts';

const networksText = 'how many networks of each kind to train and average; 0: none';

/** `sluice bench screener`: what the screener of `attention` is worth. */
export const screenerSuite: Suite<ScreenerBenchOptions> = {
  name: 'screener',
  description: 'Measure how `attention` judges regions, beside simpler ways and the paper’s',
  typed: (command) =>
    withRecordedRuns(
      command.argument(
        '[traces...]',
        'recorded runs (default: the measurements that ship with it)',
      ),
    )
      .option('--screener <file>', 'a screener of your own (default: the one that ships)')
      .option('--observations <file>', 'measurements that a training wrote, instead of runs')
      .option('--networks <number>', networksText, wholeOrNone, 5),
  help: `
Without runs, it computes the figures again from the measurements that ship with the screener. With
runs, it draws calls from them; the local model first reads those that --features does not hold.
Each single feature, RTBAS's six features under its network and all features under it are settled
alike and measured on test tasks, other models' runs, the privacy worlds, and suites that were
left out.
Networks are trained again, which takes minutes; without them (--networks 0) it takes seconds.
Exit code 0: on test tasks the area under the curve is at least .92, fewer calls go wrong than where
everything or nothing is named, and what ships is what the rule chooses on the validation tasks.

Examples:
  sluice bench screener
  sluice bench screener runs/ --features features.jsonl --json`,
  measure: async (paths, options, terminal) => {
    const { measureScreener } = await import('./measure.ts');
    return measureScreener(paths, options, terminal);
  },
};

/** Adds what every command that reads recorded runs for a screener is told. */
export function withRecordedRuns(command: Command): Command {
  return command
    .option('--model <name>', 'draw from the runs of this model (default: that of the first run)')
    .option('--suite-file <file>', 'AgentDojo export that says which calls followed an attack')
    .option('--labels <file>', 'calls that an AI model labelled: test data, never trained on')
    .option(
      '--policies <folder>',
      'folder with SUITE.yaml for each suite (default: those that ship)',
    )
    .option('--calls <number>', 'how many calls of that model to draw', whole, 350)
    .option('--other-calls <number>', 'how many calls of other models to draw', wholeOrNone, 180)
    .option('--no-privacy', 'leave out the calls of the privacy worlds')
    .option('--read-calls <number>', 'how many of the calls in --labels to test on', whole, 250)
    .option('--seed <number>', 'seed of the draw', whole, 1)
    .option('--features <file>', 'keep measurements in this file, and do not repeat them');
}
