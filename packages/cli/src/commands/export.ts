import { Command, Option } from 'commander';
import { runExport, type ExportOptions } from '../operator/export.ts';
import { processContext } from '../operator/process-context.ts';
import { urlHelp } from '../operator/url-help.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice export`: the audit of a gateway, for other programs. */
export function exportCommand(context: CommandContext): Command {
  return new Command('export')
    .description('Write out the audit of the gateway, as far as you are cleared for it')
    .option('--run <id>', 'of this run')
    .addOption(
      new Option('--format <name>', 'JSON lines of events, or OpenTelemetry GenAI spans')
        .choices(['jsonl', 'spans'])
        .default('jsonl'),
    )
    .option('--out <file>', 'write there, for your user alone; default: print it')
    .option('--force', 'replace what stands there')
    .option('--url <url>', urlHelp)
    .addHelpText(
      'after',
      `
Events are read by \`sluice report FILE\` and \`sluice why ID --log FILE\`, spans, one line for each run,
by \`sluice audit FILE\`. What you are not cleared for is redacted. An export that breaks off leaves no
file.

Examples:
  sluice export --out audit.jsonl
  sluice export --format spans --run 0123456789abcdef --out spans.jsonl`,
    )
    .action(async (options: ExportOptions) =>
      context.exitWith(await runExport(options, processContext(context))),
    );
}
