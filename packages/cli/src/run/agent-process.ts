import type { ChildProcess, StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import spawn from 'cross-spawn';

/** A command line with all that its process is given. */
export interface AgentLine {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** A signal that ended a process, as the exit code that shells have for it. */
const signalBase = 128;

/** Signals that are for the agent, whoever sent them to this process. */
const forwarded = ['SIGTERM', 'SIGHUP', 'SIGUSR2'] as const;
/** A terminal sends these to the agent as well: it decides what they mean. */
const fromTerminal = ['SIGINT', 'SIGQUIT'] as const;

/** Starts it, and gives its exit code once it has ended. Signals of this process go to it. */
export async function runToEnd(
  { program, args, env, folder }: AgentLine,
  { stdio, signal }: { readonly stdio: StdioOptions; readonly signal?: SendSignal },
): Promise<number> {
  const child = spawn(program, [...args], { cwd: folder, env, stdio });
  const send = signal?.(child) ?? ((name: NodeJS.Signals) => void child.kill(name));
  const stop = forwardSignals(send);
  try {
    return await exitCodeOf(child);
  } finally {
    stop();
  }
}

/** How a signal reaches the agent, where it is not the child itself. */
export type SendSignal = (child: ChildProcess) => (name: NodeJS.Signals) => void;

export async function exitCodeOf(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve(code ?? signalBase + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/** Gives what ends it. */
function forwardSignals(send: (name: NodeJS.Signals) => void): () => void {
  const hasTerminal = process.stdin.isTTY || process.stdout.isTTY;
  const handlers = [...forwarded, ...fromTerminal].map((name) => {
    const isShared = fromTerminal.some((each) => each === name) && hasTerminal;
    const handler = (): void => {
      if (!isShared) send(name);
    };
    return [name, handler] as const;
  });
  for (const [name, handler] of handlers) process.on(name, handler);
  return () => {
    for (const [name, handler] of handlers) process.off(name, handler);
  };
}
