import { Command, type CommandContext } from 'sluice/parts';
import { whole } from './numbers.ts';
import { withRecordedRuns } from './screener/suite.ts';
import type { TrainScreenerOptions } from './screener/train.ts';

/** `sluice train`: what is learned from recorded runs. */
export function trainCommand(context: CommandContext): Command {
  return new Command('train')
    .description('Train what is learned from recorded runs')
    .addCommand(screenerCommand(context))
    .addHelpText('after', '\nExample:\n  sluice train screener runs/ --out screener/');
}

function screenerCommand({ terminal, exitWith }: CommandContext): Command {
  const command = new Command('screener')
    .description('Train the network that `attention` judges regions by')
    .argument('<traces...>', 'recorded runs of AgentDojo: .jsonl, gzipped or not, or folders')
    .requiredOption('--out <folder>', 'for screener.json, its card, and what was measured');
  return withRecordedRuns(command)
    .option('--networks <number>', 'one a seed; what they say is averaged', whole, 5)
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', help)
    .action(async (traces: readonly string[], options: TrainScreenerOptions) => {
      const { trainScreener } = await import('./screener/train.ts');
      exitWith(await trainScreener(traces, options, terminal));
    });
}

const help = `
Calls with a result before them are drawn, labelled by lineage and by what attacks asked for, and
read by the local model smollm2-135m-instruct, which takes seconds a call. What was read stands in
--features (default: features.jsonl in --out): a training that was stopped goes on there. Tasks are
parted into training, validation and test by a hash; nothing is chosen on test tasks.

Example:
  sluice train screener runs/ --model gpt-4o-2024-05-13 --out screener/ --calls 100`;
