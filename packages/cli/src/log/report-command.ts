import { Command } from 'commander';
import { runReport, type ReportOptions } from './report.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice report`: what a policy asks about in one's own traffic. */
export function reportCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('report')
    .description('Summarise a log of events: what was asked or refused, by tool and rule')
    .argument('<log>', 'file of events, one JSON object per line; may be gzipped')
    .option('--json', 'end with the figures as one line of JSON')
    .addHelpText(
      'after',
      `
Events come from \`onEvent\` of the library, or from \`sluice export\`. A policy in log mode stops
nothing: for it the report says what would have been asked or refused. The rules that cause most
come first, each with the id of one decision for \`sluice why\`. Tool names that the policy does not
declare are not printed. Exit code 0: every line could be read.

Example:
  sluice report events.jsonl`,
    )
    .action(async (log: string, options: ReportOptions) =>
      exitWith(await runReport(log, options, terminal)),
    );
}
