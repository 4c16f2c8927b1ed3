import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type ReplayOptions, runReplay } from './replay.ts';

/** `sluice replay`: recorded runs of real agents, through the monitor. */
export function replayCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('replay')
    .description('Replay recorded agent runs (AgentDojo, chat logs) under a policy')
    .argument('<file...>', 'folders, .json or .jsonl files; may be gzipped')
    .option('--run <number>', 'show this run in full; the first is 1', positive)
    .option('--suite <name>', 'only runs of this suite')
    .option('--attack <name>', 'of the attacked runs, only those of this attack')
    .option(
      '--propagator <name>',
      'lineage, lineage(RULE,RULE), naive, redact-all or roles (default: the first three)',
    )
    .option('--policy <file>', 'policy file (default: the one that ships for the suite)')
    .option('--suite-file <file>', 'AgentDojo export that names the tools of each injected task')
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText(
      'after',
      `
A replay shows which recorded calls the policy would have stopped, and what the model would have
been shown. It never shows what a model would have done after a redaction. \`roles\` is lineage with
labels per argument: it takes for granted that the model makes the same call without what is said.
Exit code 0: every attack that had succeeded is contained, or the output explains why not.

Examples:
  sluice replay runs/gpt-4o-2024-05-13 --suite banking --attack important_instructions
  sluice replay runs/gpt-4o-2024-05-13 --suite banking --run 3 --propagator lineage

AgentDojo writes such records to its \`runs/\` folder. A clone of Sluice has a few in
packages/cli/samples/runs.jsonl.`,
    )
    .action(async (files: readonly string[], options: ReplayOptions) =>
      exitWith(await runReplay(files, options, terminal)),
    );
}

function positive(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a number from 1 on.');
}
