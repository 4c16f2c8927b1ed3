import { Command } from 'commander';
import { runWhy, type WhyOptions } from '../audit/log/why.ts';
import type { CommandContext } from '../program.ts';

/** `sluice why`: one decision of a log. */
export function whyCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('why')
    .description(
      'Explain one decision of a log: the rule, the labels and where each value came from',
    )
    .argument('<id>', 'of a call, or the beginning of it; `sluice report` prints some')
    .requiredOption('--log <file>', 'the log of events')
    .requiredOption('--policy <file>', 'the policy of the run: it says what labels mean')
    .option('--run <id>', 'of this run: where several share the log, ids may repeat')
    .option('--clearance <label>', 'what you may see; default: only what everyone may')
    .addHelpText(
      'after',
      `
A decision labelled above the clearance is told without tool, arguments and sources.

Example:
  sluice why call_1f0c --log events.jsonl --policy sluice.yaml --clearance untrusted`,
    )
    .action(async (id: string, options: WhyOptions) =>
      exitWith(await runWhy(id, options, terminal)),
    );
}
