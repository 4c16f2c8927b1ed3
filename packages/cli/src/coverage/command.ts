import { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { CoverageOptions } from './run.ts';

/** `sluice coverage`: what runs have used of a policy, and what they used that it does not name. */
export function coverageCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('coverage')
    .description('Say which tools, arguments and rules of a policy recorded runs have used')
    .argument('<file...>', 'folders, .json or .jsonl files; may be gzipped')
    .option('--policy <file>', 'policy file (default: the one that ships for the suite)')
    .option('--policies <folder>', 'a folder with NAME.yaml for each suite or agent')
    .option('--suite <name>', 'only runs of this suite')
    .option('--json', 'end with one line of JSON that holds the figures and all counts')
    .addHelpText(
      'after',
      `
It lists tools that are called and not in the policy, tools in it that nobody calls, rules and
arguments that no run has used, results that are not of the declared format, and fields that no
rule names. A rule that no run has used may still be the one that stops an attack.

Examples:
  sluice coverage log.jsonl --policy sluice.yaml
  sluice coverage runs/ --suite banking --json`,
    )
    .action(async (files: readonly string[], options: CoverageOptions) => {
      const { runCoverage } = await import('./run.ts');
      exitWith(await runCoverage(files, options, terminal));
    });
}
