import { once } from 'node:events';
import path from 'node:path';
import type { CommandContext } from '../../command-context.ts';
import type { Terminal } from '../../terminal.ts';
import type { CommandEnvironment } from './credential.ts';

export interface OperatorContext extends CommandEnvironment {
  readonly terminal: Terminal;
  readonly nowMs: () => number;
  /** Aborts when somebody has seen enough. */
  readonly signal: AbortSignal;
  /** Resolves when whoever reads what was printed has kept up. */
  readonly drained?: () => Promise<void>;
}

/** Where a command of an operator runs: this process. `SLUICE_FOLDER`: that of another gateway. */
export function processContext(
  { terminal }: CommandContext,
  { watching = false }: { readonly watching?: boolean } = {},
): OperatorContext {
  const controller = new AbortController();
  // Any other command just ends where it is interrupted.
  if (watching) process.once('SIGINT', () => controller.abort());
  const { signal } = controller;
  const { env } = process;
  const folder = path.resolve(env['SLUICE_FOLDER'] ?? '.');
  return { terminal, env, folder, nowMs: Date.now, signal, drained };
}

/** A slow reader of a pipe must not make this process hold all that it has to print. */
async function drained(): Promise<void> {
  if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
}
