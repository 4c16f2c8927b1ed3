import { Command, type CommandContext } from 'sluice/parts';
import { whole } from './numbers.ts';
import { withRecordedRuns } from './screener/suite.ts';
import type { TrainScreenerOptions } from './screener/train.ts';

/** `sluice train`: learns from recorded runs. */
export function trainCommand(context: CommandContext): Command {
  return new Command('train')
    .description('Train a network on recorded runs')
    .addCommand(screenerCommand(context))
    .addHelpText('after', '\nExample:\n  sluice train screener runs/ --out screener/');
}

function screenerCommand({ terminal, exitWith }: CommandContext): Command {
  const command = new Command('screener')
    .description('Choose what `attention` judges regions by, networks among it')
    .argument('<traces...>', 'recorded runs of AgentDojo: .jsonl, gzipped or not, or folders')
    .requiredOption('--out <folder>', 'folder for screener.json, its card and the measurements');
  return withRecordedRuns(command)
    .option(
      '--networks <number>',
      'how many networks to average, each with a seed of its own',
      whole,
      5,
    )
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText('after', help)
    .action(async (traces: readonly string[], options: TrainScreenerOptions) => {
      const { trainScreener } = await import('./screener/train.ts');
      exitWith(await trainScreener(traces, options, terminal));
    });
}

const help = `
It draws calls that follow a result, labels them by lineage and by what attacks asked for, and reads
them with the local model smollm2-135m-instruct, which takes seconds a call. It chooses among single
features and networks by the calls of validation tasks that go wrong. Measurements are kept
in --features (default: features.jsonl in --out), so that an interrupted training continues. A hash
splits the tasks into training, validation and test; nothing is chosen on test tasks.

Example:
  sluice train screener runs/ --model gpt-4o-2024-05-13 --out screener/ --calls 100`;
