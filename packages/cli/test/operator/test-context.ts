import { SluiceError } from '@sluice/core';
import { Command } from 'commander';
import { vi } from 'vitest';
import type { ExitCode } from '../../src/command-context.ts';
import { whyCommand } from '../../src/log/why-command.ts';
import { approveCommand, denyCommand } from '../../src/operator/answer.ts';
import { approvalsCommand } from '../../src/operator/approvals.ts';
import { consoleCommand } from '../../src/operator/console.ts';
import { declassifyCommand, endorseCommand } from '../../src/operator/lower.ts';
import { breakGlassCommand } from '../../src/operator/break-glass.ts';
import { eraseCommand } from '../../src/operator/erase.ts';
import { eventsCommand } from '../../src/operator/events.ts';
import { filesCommand } from '../../src/operator/files.ts';
import { verifyCommand } from '../../src/operator/verify.ts';
import { exportCommand } from '../../src/operator/export.ts';
import { keysCommand } from '../../src/operator/keys.ts';
import { reloadCommand } from '../../src/operator/reload.ts';
import { runCommand } from '../../src/program.ts';
import { keptTerminal } from '../terminal.ts';

const commands = [
  approvalsCommand,
  consoleCommand,
  approveCommand,
  denyCommand,
  endorseCommand,
  declassifyCommand,
  eventsCommand,
  filesCommand,
  verifyCommand,
  keysCommand,
  whyCommand,
  exportCommand,
  reloadCommand,
  breakGlassCommand,
  eraseCommand,
];

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly errors: string;
}

export interface Seated {
  readonly key?: string | undefined;
  /** Keys that somebody presses; nobody is there without. */
  readonly keys?: readonly string[];
}

/** Runs a command of an operator without a process, and keeps what it printed. */
export async function operate(argv: readonly string[], { key, keys }: Seated = {}): Promise<Ran> {
  const { terminal, out, errors } = keptTerminal(keys === undefined ? {} : { keys });
  let code: ExitCode = 0;
  const exitWith = (given: ExitCode): void => void (code = given);
  const context = { terminal, exitWith, run: runCommand };
  const program = new Command().exitOverride();
  for (const make of commands) program.addCommand(make(context));
  vi.stubEnv('SLUICE_OPERATOR_KEY', key);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    terminal.warn(`sluice: ${error.problem}\n  ${error.hint}`);
    code = 2;
  } finally {
    vi.unstubAllEnvs();
  }
  return { code, out: out.join('\n'), errors: errors.join('\n') };
}
