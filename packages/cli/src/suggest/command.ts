import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { SuggestOptions } from './run.ts';

const shownMax = '10';

/** `sluice suggest`: the changes of a policy that would spare most questions in recorded runs. */
export function suggestCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('suggest')
    .description('Say which changes of a policy would spare most questions in recorded runs')
    .argument('<file...>', 'folders, .json or .jsonl files; may be gzipped')
    .option('--policy <file>', 'policy file (default: the one that ships for the suite)')
    .option('--suite <name>', 'only runs of this suite')
    .option('--max <number>', 'show so many changes', wholeNumber, wholeNumber(shownMax))
    .option('--json', 'end with one line of JSON that holds the figures and the suggestions')
    .addHelpText(
      'after',
      `
Each change is tried by itself: the runs that nobody attacked go through the monitor again under the
changed policy, and the change that spares most questions comes first. Where attacked runs are among
the files, it says how many attacks that are contained now would get through; that never changes the
order. Then it names changes that would stop those that get through now. Event logs of Sluice are
runs as well. No change is made: whether strangers write something, only you can say.

Examples:
  sluice suggest log.jsonl --policy sluice.yaml
  sluice suggest events.jsonl --policy sluice.yaml
  sluice suggest runs/ --suite banking --max 5`,
    )
    .action(async (files: readonly string[], options: SuggestOptions) => {
      const { runSuggest } = await import('./run.ts');
      exitWith(await runSuggest(files, options, terminal));
    });
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a number from 1 on.');
}
