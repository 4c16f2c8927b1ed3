import { Command } from 'commander';
import type { CommandContext } from '../program.ts';
export function policyCommand(_: CommandContext): Command {
  return new Command('policy');
}
