import { Command, type CommandContext, listed } from 'sluice/parts';
import type { AllBenchOptions } from './all.ts';

/** `sluice bench all`: every suite, one after another. */
export function benchAllCommand({ terminal, exitWith, run }: CommandContext): Command {
  return new Command('all')
    .description('Every suite that can be run here, one after another')
    .option('--quick', 'slices, which take less than ten minutes on two cores')
    .option('--only <suites>', 'only these', listed)
    .option('--again', 'also what the present code has measured before')
    .option('--html <file>', 'the page with all that was measured', 'bench-report.html')
    .option('--json', 'end with one line of JSON that holds all figures')
    .addHelpText('after', help)
    .action(async (options: AllBenchOptions) => {
      const { runBenchAll } = await import('./all.ts');
      exitWith(await runBenchAll(options, terminal, { run }));
    });
}

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
