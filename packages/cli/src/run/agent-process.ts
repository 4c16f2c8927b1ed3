import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { constants, devNull } from 'node:os';
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

/** Where what it prints goes: to this process's own terminal, or to a listener. */
export type Streams = 'inherit' | { readonly onOutput: (text: string) => void };

/** File descriptors from 3 on. */
export type ExtraStreams = readonly ('pipe' | 'ignore' | number)[];

/** Starts it, and gives its exit code once it has ended. Signals of this process go to it. */
export async function runToEnd(
  { program, args, env, folder }: AgentLine,
  {
    streams,
    extra = [],
    begin,
    abort,
  }: {
    readonly streams: Streams;
    readonly extra?: ExtraStreams;
    readonly begin?: Begin | undefined;
    /** Ends it. */
    readonly abort?: AbortSignal | undefined;
  },
): Promise<number> {
  const isOwn = streams === 'inherit';
  const usual = isOwn ? (['inherit', 'inherit', 'inherit'] as const) : quiet;
  const nothing = openSync(devNull, 'r');
  // A number that is only left out would stay as this process has it.
  const stdio = [...usual, ...extra, ...openFrom(usual.length + extra.length).map(() => nothing)];
  const child = spawn(program, [...args], { cwd: folder, env, stdio });
  closeSync(nothing);
  if (!isOwn) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => streams.onOutput(text));
    }
  }
  const send = begin?.(child) ?? ((name: NodeJS.Signals) => void child.kill(name));
  const stop = forwardSignals(send);
  abort?.addEventListener('abort', () => send('SIGTERM'), { once: true });
  try {
    return await exitCodeOf(child);
  } finally {
    stop();
  }
}

/**
 * The numbers from one on below which this process has files open. What the user's shell has left
 * open would be open for the agent too, wherever it lies.
 */
function openFrom(first: number): readonly number[] {
  const open = existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').map(Number) : [];
  const end = Math.max(first, ...open.map((number) => number + 1));
  return Array.from({ length: end - first }, (_, at) => first + at);
}

const quiet = ['ignore', 'pipe', 'pipe'] as const;

/** Serves what runs inside, and gives how a signal reaches an agent that is not the child. */
export type Begin = (child: ChildProcess) => (name: NodeJS.Signals) => void;

async function exitCodeOf(child: ChildProcess): Promise<number> {
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
