import { Command, type CommandContext, listed } from 'sluice/parts';
import { agentdojoSuite, setUpCommand } from './agentdojo/suite.ts';
import { agentsecSuite } from './agentsec/suite.ts';
import type { AllBenchOptions } from './all/all.ts';
import { attacksSuite } from './attacks/suite.ts';
import { propagatorsSuite } from './choosing/suite.ts';
import { labelsSuite } from './labels/suite.ts';
import { privacySuite } from './privacy/suite.ts';
import type { ReportBenchOptions } from './report.ts';
import { screenerSuite } from './screener/suite.ts';
import { suiteCommand } from './suite.ts';

const reportHelp = `
Every measuring command keeps its result in .sluice/bench/results, or below SLUICE_BENCH.
What other code than the present has measured is marked so.

Examples:
  sluice bench report
  sluice bench report .sluice/bench/*.jsonl --html ledgers.html
  sluice bench report --markdown`;

const help = `
Suites: screener, screeners, attacks, privacy, agentsec with its further suites, and, where a local
model was pulled, labels and agentsec-local; agentdojo, where it was set up. What cannot be run, or
would not be over in --quick's ten minutes, is left out and named, with what to type. A run that was
stopped goes on where it was.
Exit code 0: each suite that was run holds its bounds. One that fails stops no other.

Examples:
  sluice bench all --quick
  sluice bench all --quick --only agentsec,privacy --json
  sluice bench all --again`;

/** `sluice bench`: a command for each suite, and those that show what was measured. */
export function benchCommand(context: CommandContext): Command {
  const agentdojo = suiteCommand(context, agentdojoSuite).addCommand(setUpCommand(context));
  return (
    new Command('bench')
      .description('Compare defences on the same tasks and attacks, closed loop')
      .addCommand(agentdojo)
      .addCommand(suiteCommand(context, attacksSuite))
      .addCommand(suiteCommand(context, labelsSuite))
      .addCommand(suiteCommand(context, privacySuite))
      .addCommand(suiteCommand(context, agentsecSuite))
      .addCommand(suiteCommand(context, screenerSuite))
      .addCommand(suiteCommand(context, propagatorsSuite))
      // Its former name; beside the new one it would make the list of commands too wide.
      .addCommand(suiteCommand(context, { ...propagatorsSuite, name: 'screeners' }), {
        hidden: true,
      })
      .addCommand(benchAllCommand(context))
      .addCommand(benchReportCommand(context))
      .addCommand(benchCompareCommand(context))
      .addHelpText('after', '\nExample:\n  sluice bench attacks')
  );
}

/** `sluice bench all`: every suite, one after another. */
function benchAllCommand({ terminal, exitWith, run }: CommandContext): Command {
  return new Command('all')
    .description('Every suite that can be run here, one after another')
    .option('--quick', 'slices, which take less than ten minutes on two cores')
    .option('--only <suites>', 'only these', listed)
    .option('--again', 'also what the present code has measured before')
    .option('--html <file>', 'the page with all that was measured', 'bench-report.html')
    .option('--json', 'end with one line of JSON that holds all figures')
    .addHelpText('after', help)
    .action(async (options: AllBenchOptions) => {
      const { runBenchAll } = await import('./all/all.ts');
      exitWith(await runBenchAll(options, terminal, { run }));
    });
}

/** `sluice bench report`: all that was measured, on one page. */
function benchReportCommand({ terminal, exitWith }: CommandContext): Command {
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

/** `sluice bench compare`: two ledgers case by case. */
function benchCompareCommand({ terminal, exitWith }: CommandContext): Command {
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
