import { Command } from 'commander';
import { runBreakGlass, type BreakGlassOptions } from '../operator/break-glass.ts';
import { processContext } from '../operator/process-context.ts';
import { urlHelp } from '../operator/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice break-glass`: for an outage, a profile only records. */
export function breakGlassCommand(context: CommandContext): Command {
  return new Command('break-glass')
    .description('SUSPEND the guard of a profile for a while: it records, and stops nothing')
    .argument('<profile>', 'in the settings')
    .requiredOption('--minutes <n>', 'for how long, from 1 to 240')
    .requiredOption('--because <text>', 'why, for the audit')
    .option('--yes', 'do not ask at the keyboard')
    .option('--json', 'print until when as a line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
It shows what it suspends and until when, and asks; without a terminal it needs --yes. A new time
takes the place of the one before; a restart of the gateway ends it. It takes the key of an admin of
every tenant. Exit code 1: you thought better of it; the guard stands.

Example:
  sluice break-glass default --minutes 30 --because 'payments are stuck, ticket 4711'`,
    )
    .action(async (profile: string, options: BreakGlassOptions) =>
      context.exitWith(await runBreakGlass(profile, options, processContext(context))),
    );
}
