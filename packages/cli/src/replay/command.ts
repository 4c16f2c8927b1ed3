import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type ReplayOptions, runReplay } from './replay.ts';

/** `sluice replay`: recorded runs of real agents, through the monitor. */
export function replayCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('replay')
    .description('Step recorded runs (AgentDojo) through the monitor')
    .argument('<file...>', 'folders, .json, .jsonl, or either gzipped')
    .option('--run <number>', 'one run in full, counted from 1', positive)
    .option('--suite <name>', 'runs of one suite')
    .option('--attack <name>', 'attacked runs of one attack; benign runs stay')
    .option(
      '--propagator <name>',
      'lineage, lineage(RULE,RULE), naive or redact-all; default: three',
    )
    .option('--policy <file>', 'default: the policy shipped for the suite')
    .option('--suite-file <file>', "AgentDojo export: names the injection tasks' tools")
    .option('--json', 'end with one line of JSON that holds the figures')
    .addHelpText(
      'after',
      `
A replay is open loop: it shows which calls would have been stopped, and what each step would have
been shown. It never shows what a model would have done after a redaction.
Exit code 0: every attack that had succeeded is contained, or why it is not is explained.

Examples:
  sluice replay runs/gpt-4o-2024-05-13 --suite banking --attack important_instructions
  sluice replay runs/gpt-4o-2024-05-13 --suite banking --run 3 --propagator lineage
AgentDojo writes such records to its \`runs/\` folder; in a clone of Sluice,
packages/cli/samples/runs.jsonl is a small file of them.`,
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
