import { userInfo } from 'node:os';
import { Command } from 'commander';
import type { DoctorOptions } from './doctor.ts';
import type { CommandContext } from '../command-context.ts';

/** `sluice doctor`: what a set-up guarantees, what not, and what to do. */
export function doctorCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('doctor')
    .description('Check this set-up: what it guarantees, what it does not, and what to change')
    .option('--settings <file>', 'settings file (default: gateway.yaml)')
    .option('--json', 'print the findings as one line of JSON')
    .addHelpText('after', '\nExit code 1: something must be fixed.\n\nExample:\n  sluice doctor')
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./doctor.ts');
      const { findSandbox } = await import('../run/sandbox/sandbox.ts');
      const world = {
        env: process.env,
        nowMs: Date.now,
        nodeVersion: process.versions.node,
        uid: process.getuid?.(),
        userName: userInfo().username,
        sandbox: findSandbox(process.env, { workspace: process.cwd() }),
        fetch,
      };
      exitWith(await runDoctor(options, { terminal, world }));
    });
}
