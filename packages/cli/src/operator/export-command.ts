import { Command, Option } from 'commander';
import { runExport, type ExportOptions } from './export.ts';
import { processContext } from './api/process-context.ts';
import { urlHelp } from './api/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice export`: the audit of a gateway, for other programs. */
export function exportCommand(context: CommandContext): Command {
  return new Command('export')
    .description('Export the audit log of the gateway, as far as you may see it')
    .option('--run <id>', 'only this run')
    .addOption(
      new Option('--format <name>', 'events as JSON lines, or OpenTelemetry GenAI spans')
        .choices(['jsonl', 'spans'])
        .default('jsonl'),
    )
    .option('--out <file>', 'write to this file, readable by you only (default: print)')
    .option('--force', 'replace an existing file')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
\`sluice report FILE\` and \`sluice why ID --log FILE\` read events. \`sluice audit FILE\` reads spans,
one line per run. What you may not see is redacted. An interrupted export leaves no file.

Examples:
  sluice export --out audit.jsonl
  sluice export --format spans --run 0123456789abcdef --out spans.jsonl`,
    )
    .action(async (options: ExportOptions) =>
      context.exitWith(await runExport(options, processContext(context))),
    );
}
