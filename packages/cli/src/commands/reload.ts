import { Command } from 'commander';
import { runReload, type ReloadOptions } from '../operator/reload.ts';
import { processContext } from '../operator/process-context.ts';
import { urlHelp } from '../operator/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice reload`: a changed policy counts from now on. */
export function reloadCommand(context: CommandContext): Command {
  return new Command('reload')
    .description('Have the gateway read its policies again, without a stop')
    .option('--json', 'print that it is done as a line of JSON')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Where one of the policies cannot be read, all stay as they were. \`gateway.yaml\` itself counts from
the next start. It takes the key of an admin of every tenant.

Example:
  sluice policy check sluice.yaml && sluice reload`,
    )
    .action(async (options: ReloadOptions) =>
      context.exitWith(await runReload(options, processContext(context))),
    );
}
