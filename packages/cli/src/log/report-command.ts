import { Command } from 'commander';
import { runReport, type ReportOptions } from './report.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice report`: what a policy asks about in one's own traffic. */
export function reportCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('report')
    .description('Say what was asked in a log of events, or would have been, by tool and rule')
    .argument('<log>', 'what `onEvent` gave, one JSON object a line; may be gzipped')
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText(
      'after',
      `
With a policy in log mode nothing is stopped: the report says what enforcing would have asked or
refused, the rules that cause most first, each with the id of one decision for \`sluice why\`.
Names that the policy's tools do not declare are not repeated.
Exit code 0: every line could be read.

Example:
  sluice report events.jsonl`,
    )
    .action(async (log: string, options: ReportOptions) =>
      exitWith(await runReport(log, options, terminal)),
    );
}
