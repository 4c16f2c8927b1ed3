import { SluiceError } from '@sluice/core';
import { Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type ClientOptions, OperatorClient } from './api/client.ts';
import { type OperatorContext, processContext } from './api/process-context.ts';
import { urlHelp } from './api/where.ts';
import { ExportFile } from './export-file.ts';
import { named, visibleUnits } from './show/visible.ts';

interface ExportOptions extends ClientOptions {
  readonly run?: string;
  readonly format: 'jsonl' | 'spans';
  readonly out?: string;
  readonly force?: true;
}

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

/** Where an export goes, piece by piece; nothing but whole lines make one. */
interface Sink {
  readonly write: (text: string) => void | Promise<void>;
  readonly finish: (lines: number) => void;
  /** Nothing that was not finished stays. */
  readonly undo: () => void;
}

/** Exports the audit as far as its reader is cleared for it, without holding it in memory. */
async function runExport(options: ExportOptions, operatorContext: OperatorContext): Promise<0> {
  const { run, format, out } = options;
  const client = new OperatorClient(options, operatorContext);
  const sink =
    out === undefined ? printed(operatorContext) : fileSink(out, options, operatorContext);
  try {
    const lines = await copied(client.stream('/export', { run, format }), sink);
    if (lines === 0) throw nothing(run);
    sink.finish(lines);
  } catch (error) {
    sink.undo();
    throw error;
  }
  return 0;
}

/** How many lines were copied. Throws where the last of them is no whole one. */
async function copied(chunks: AsyncIterable<Uint8Array>, sink: Sink): Promise<number> {
  const decoder = new TextDecoder();
  let lines = 0;
  let isWhole = true;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === '') continue;
    lines += text.split('\n').length - 1;
    isWhole = text.endsWith('\n');
    await sink.write(text);
  }
  if (isWhole) return lines;
  throw new SluiceError(
    'settings-invalid',
    'the export is not complete: the gateway closed the connection',
    {
      hint: 'check the log of the gateway, and try again',
    },
  );
}

function nothing(run: string | undefined): SluiceError {
  return new SluiceError('settings-invalid', 'there is nothing to export', {
    hint:
      run === undefined
        ? 'the audit log is empty, as far as you may see: `sluice events`'
        : `check the id of the run and your tenant: \`sluice events --run ${named(run)}\``,
  });
}

/** Lines of JSON in which a screen finds nothing to obey, and a program the same values. */
function printed({ terminal, drained }: OperatorContext): Sink {
  let rest = '';
  return {
    write: async (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        terminal.print(visibleUnits(line));
        await drained?.();
      }
    },
    finish: () => undefined,
    undo: () => undefined,
  };
}

function fileSink(
  out: string,
  { format, force }: ExportOptions,
  { terminal }: OperatorContext,
): Sink {
  const file = new ExportFile(out, { force: force === true });
  return {
    write: (text) => file.write(text),
    undo: () => file.undo(),
    finish: (lines) => {
      file.finish();
      const what = format === 'spans' ? 'runs' : 'events';
      terminal.print(
        `${lines} ${what} in ${named(out)}, for your user alone. ` +
          'What is above your clearance is redacted.',
      );
    },
  };
}
