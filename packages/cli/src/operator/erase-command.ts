import { Command } from 'commander';
import { runErase, type EraseOptions } from './erase.ts';
import { processContext } from './api/process-context.ts';
import { urlHelp } from './api/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice erase`: what is kept of a run goes, and the chain stays. */
export function eraseCommand(context: CommandContext): Command {
  return new Command('erase')
    .description('Erase what is stored of a run, for good')
    .argument('<run>', 'id of the run')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .option('--tenant <name>', 'tenant of the run, if several have a run with this id')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the outcome as one line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It names the run and asks; without a terminal it needs --yes. The texts become unreadable, and the
hash chain of the audit log stays valid: it is verified afterwards. It needs the key of an admin.
Exit code 1: you did not confirm, and nothing was erased; or the chain is not valid afterwards.

Example:
  sluice erase 0123456789abcdef --because 'the customer asked for it'`,
    )
    .action(async (run: string, options: EraseOptions) =>
      context.exitWith(await runErase(run, options, processContext(context))),
    );
}
