import { Command } from 'commander';
import { runInit, type InitOptions } from './init.ts';
import { lineAsker } from './line-asker.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice init`: a first policy for the project that one stands in. */
export function initCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('init')
    .description('Look at a project, and write a first policy and settings for the gateway')
    .option('--yes', 'ask nothing: take the strict answer to every question')
    .option('--dir <folder>', 'the project; default: the folder one stands in')
    .option('--json', 'ask nothing, and print what was found and written as one line of JSON')
    .addHelpText('after', '\nExample:\n  sluice init --yes')
    .action(async (options: InitOptions) => {
      const ask = terminal.interactive ? lineAsker() : undefined;
      exitWith(await runInit(options, { terminal, ask, env: process.env }));
    });
}
