import { Command, type CommandContext, listed } from 'sluice/parts';
import { agentdojoSuite, setUpCommand } from './agentdojo/suite.ts';
import { agentsecSuite } from './agentsec/suite.ts';
import type { AllBenchOptions } from './all/all.ts';
import { attacksSuite } from './attacks/suite.ts';
import { propagatorsSuite } from './choosing/suite.ts';
import { floorSuite } from './floor/suite.ts';
import type { KeptOptions } from './kept.ts';
import { labelsSuite } from './labels/suite.ts';
import { privacySuite } from './privacy/suite.ts';
import type { ReportBenchOptions } from './report.ts';
import { screenerSuite } from './screener/suite.ts';
import { searchesSuite } from './searches/suite.ts';
import { suiteCommand } from './suite.ts';

const reportHelp = `
Every suite keeps its result in .sluice/bench/results, or below the folder in SLUICE_BENCH.
Results that another version of the code measured are marked.

Examples:
  sluice bench report
  sluice bench report .sluice/bench/*.jsonl --html ledgers.html
  sluice bench report --markdown`;

const help = `
Suites: screener, screeners (\`bench propagators\`), attacks, privacy, agentsec with its further
suites; with a local model, labels and agentsec-local; after its set-up, agentdojo. Suites that
cannot run here, or do not fit in the ten minutes of --quick, are left out and named, with what to
type. An interrupted run continues.
Exit code 0: each suite that ran holds its bounds. A suite that fails does not stop the others.

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
      .addCommand(suiteCommand(context, floorSuite))
      .addCommand(suiteCommand(context, attacksSuite))
      .addCommand(suiteCommand(context, labelsSuite))
      .addCommand(suiteCommand(context, searchesSuite))
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
      .addCommand(benchKeptCommand(context))
      .addHelpText('after', '\nExample:\n  sluice bench attacks')
  );
}

/** `sluice bench all`: every suite, one after another. */
function benchAllCommand({ terminal, exitWith, run }: CommandContext): Command {
  return new Command('all')
    .description('Run every suite that can run here, one after another')
    .option('--quick', 'run slices: less than ten minutes on two cores')
    .option('--only <suites>', 'run only these suites', listed)
    .option('--again', 'repeat what this version of the code has already measured')
    .option('--keep', 'also keep the results in research/results, which is committed')
    .option('--html <file>', 'write the page with all results to this file', 'bench-report.html')
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
    .description('Show all results on one page, as tables or as figures')
    .argument(
      '[file...]',
      'results (.json) and ledgers (.jsonl) (default: all in .sluice/bench, else the committed ones)',
    )
    .option('--html <file>', 'write the page to this file (default: bench-report.html)')
    .option('--markdown', 'print tables in Markdown instead')
    .option('--json', 'print one line of JSON that holds all figures instead')
    .addHelpText('after', reportHelp)
    .action(async (files: readonly string[], options: ReportBenchOptions) => {
      const { runBenchReport } = await import('./report.ts');
      exitWith(await runBenchReport(files, options, terminal));
    });
}

const keptHelp = `
With --keep, a measuring command keeps its result in research/results too, which is committed: the
pages of the docs quote it. Results that other code measured are marked.
Exit code 0: all can be read; with --release, also: the present code measured all of them.

Example:
  sluice bench kept --release`;

/** `sluice bench kept`: the committed results, and which of them are of other code. */
function benchKeptCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('kept')
    .description('List the committed results, and which of them other code measured')
    .option('--release', 'fail where other code measured any of them')
    .option('--json', 'end with one line of JSON')
    .addHelpText('after', keptHelp)
    .action(async (options: KeptOptions) => {
      const { runBenchKept } = await import('./kept.ts');
      exitWith(await runBenchKept(options, terminal));
    });
}

/** `sluice bench compare`: two ledgers case by case. */
function benchCompareCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('compare')
    .description('Compare two ledgers, or two defences of one, case by case')
    .argument('<first>', 'a ledger, or LEDGER#DEFENCE')
    .argument('<second>', 'a ledger, or LEDGER#DEFENCE')
    .option('--json', 'end with one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice bench compare a.jsonl#naive a.jsonl#lineage')
    .action(async (first: string, second: string, options: { readonly json?: true }) => {
      const { runBenchCompare } = await import('./compare.ts');
      exitWith(await runBenchCompare([first, second], options, terminal));
    });
}
