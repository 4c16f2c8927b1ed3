import type { ExitCode } from '../command-context.ts';
import type { Terminal } from '../terminal.ts';
import { guardedLine } from './agent-line.ts';
import { runToEnd } from './agent-process.ts';
import { guardFor, type RunPlace } from './guard.ts';
import { startedJson, startedLines } from './show-run.ts';

export interface RunOptions {
  readonly policy?: string;
  readonly network: 'host' | 'gateway';
  readonly sandbox: boolean;
  readonly json?: true;
}

/** Runs an agent behind a gateway to its end, and gives its exit code. Throws `SluiceError`. */
export async function runAgent(
  [program = '', ...args]: readonly string[],
  options: RunOptions,
  { terminal, place }: { readonly terminal: Terminal; readonly place: RunPlace },
): Promise<ExitCode> {
  const guard = await guardFor(program, { policy: options.policy, place });
  try {
    const { line, dispose } = guardedLine(guard, args, { place, isSandboxed: false });
    try {
      if (options.json === true) terminal.print(startedJson(guard));
      else for (const each of startedLines(guard)) terminal.warn(each);
      return await runToEnd(line, { stdio: 'inherit' });
    } finally {
      dispose();
    }
  } finally {
    guard.gateway.letGo();
  }
}
