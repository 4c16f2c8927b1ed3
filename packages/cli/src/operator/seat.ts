import type { CommandContext } from '../program.ts';
import type { Seat } from './approvals.ts';

/** Where a command of an operator runs: this process. */
export function processSeat(
  { terminal }: CommandContext,
  { watching = false }: { readonly watching?: boolean } = {},
): Seat {
  const controller = new AbortController();
  // Any other command just ends where it is interrupted.
  if (watching) process.once('SIGINT', () => controller.abort());
  const { signal } = controller;
  return { terminal, env: process.env, folder: process.cwd(), nowMs: Date.now, signal };
}
