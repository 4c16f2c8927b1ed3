import { Command } from 'commander';
import { runReload, type ReloadOptions } from './reload.ts';
import { processContext } from './api/process-context.ts';
import { urlHelp } from './api/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice reload`: a changed policy counts from now on. */
export function reloadCommand(context: CommandContext): Command {
  return new Command('reload')
    .description('Make the running gateway read its policies again')
    .option('--json', 'print one line of JSON when it is done')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
If one policy has a mistake, all stay as they were. A change of \`gateway.yaml\` itself needs a
restart. It needs the key of an admin of all tenants.

Example:
  sluice policy check sluice.yaml && sluice reload`,
    )
    .action(async (options: ReloadOptions) =>
      context.exitWith(await runReload(options, processContext(context))),
    );
}
