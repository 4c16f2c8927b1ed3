import { Command } from 'commander';
import { runBreakGlass, type BreakGlassOptions } from './break-glass.ts';
import { processContext } from './api/process-context.ts';
import { urlHelp } from './api/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice break-glass`: for an outage, a profile only records. */
export function breakGlassCommand(context: CommandContext): Command {
  return new Command('break-glass')
    .description(
      'SUSPEND the guard of a profile for some minutes: nothing is stopped, only recorded',
    )
    .argument('<profile>', 'name of the profile in gateway.yaml')
    .requiredOption('--minutes <n>', 'for how long: 1 to 240')
    .requiredOption('--because <text>', 'your reason, for the audit log')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print the end time as one line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It shows what it suspends and until when, and asks; without a terminal it needs --yes. Running it
again sets a new end time. A restart of the gateway ends it. It needs the key of an admin of all
tenants. Exit code 1: you did not confirm, and the guard stays on.

Example:
  sluice break-glass default --minutes 30 --because 'payments are stuck, ticket 4711'`,
    )
    .action(async (profile: string, options: BreakGlassOptions) =>
      context.exitWith(await runBreakGlass(profile, options, processContext(context))),
    );
}
