import { Command, type CommandContext } from 'sluice/parts';
import type { ReportBenchOptions } from './report.ts';

/** `sluice bench report`: all that was measured, on one page. */
export function benchReportCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('report')
    .description('One page, tables or figures of all that was measured')
    .argument('[file...]', 'results (.json) and ledgers (.jsonl); default: all in .sluice/bench')
    .option('--html <file>', 'default: bench-report.html')
    .option('--markdown', 'print tables in Markdown instead')
    .option('--json', 'print one line of JSON that holds all figures instead')
    .addHelpText('after', reportHelp)
    .action(async (files: readonly string[], options: ReportBenchOptions) => {
      const { runBenchReport } = await import('./report.ts');
      exitWith(await runBenchReport(files, options, terminal));
    });
}

const reportHelp = `
Every measuring command keeps its result in .sluice/bench/results, or below SLUICE_BENCH.
What other code than the present has measured is marked so.

Examples:
  sluice bench report
  sluice bench report .sluice/bench/*.jsonl --html ledgers.html
  sluice bench report --markdown`;

/** `sluice bench compare`: two ledgers case by case. */
export function benchCompareCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('compare')
    .description('Two ledgers, or two defences of one, case by case, with intervals')
    .argument('<first>', 'a ledger, or LEDGER#DEFENCE')
    .argument('<second>', 'a ledger, or LEDGER#DEFENCE')
    .option('--json', 'end with one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice bench compare a.jsonl#naive a.jsonl#lineage')
    .action(async (first: string, second: string, options: { readonly json?: true }) => {
      const { runBenchCompare } = await import('./compare.ts');
      exitWith(await runBenchCompare([first, second], options, terminal));
    });
}
