import { Command } from 'commander';
import { runInit, type InitOptions } from './init.ts';
import { lineAsker } from './line-asker.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice init`: a first policy for the project that one stands in. */
export function initCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('init')
    .description('Write a first policy and gateway settings for a project')
    .option('--yes', 'ask no questions: take the strict answer to each')
    .option('--dir <folder>', 'folder of the project (default: this folder)')
    .option('--json', 'ask no questions, and print what was found and written as one line of JSON')
    .addHelpText(
      'after',
      `
It reads your manifests, your MCP configuration and your tools, and runs none of your code. It
writes sluice.yaml and gateway.yaml, and overwrites no file.

Examples:
  sluice init
  sluice init --dir ../my-agent --yes`,
    )
    .action(async (options: InitOptions) => {
      const ask = terminal.interactive ? lineAsker() : undefined;
      exitWith(await runInit(options, { terminal, ask, env: process.env }));
    });
}
