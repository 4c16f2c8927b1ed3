import { Command } from 'commander';
import { runErase, type EraseOptions } from '../operator/erase.ts';
import { processContext } from '../operator/process-context.ts';
import { urlHelp } from '../operator/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice erase`: what is kept of a run goes, and the chain stays. */
export function eraseCommand(context: CommandContext): Command {
  return new Command('erase')
    .description('Make what is kept of a run unreadable, for good')
    .argument('<run>', 'id of the run')
    .requiredOption('--because <text>', 'why, for the audit')
    .option('--tenant <name>', 'of the run, where several have one by this id')
    .option('--yes', 'do not ask at the keyboard')
    .option('--json', 'print what was done as a line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It shows which run, and asks; without a terminal it needs --yes. The chain of the audit holds as
before, and is recomputed to show it. It takes the key of an admin. Exit code 1: you thought better
of it, and nothing was erased; or it was, and the chain does not hold.

Example:
  sluice erase 0123456789abcdef --because 'the customer asked for it'`,
    )
    .action(async (run: string, options: EraseOptions) =>
      context.exitWith(await runErase(run, options, processContext(context))),
    );
}
