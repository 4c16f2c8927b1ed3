import { spawn } from 'node:child_process';
import { agentdojoLimits } from './limits.ts';
import type { Command } from './line-process.ts';

export interface CommandOptions {
  readonly msMax: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Each line of standard output as it comes. */
  readonly onLine?: (line: string) => void;
}

/** How a command ended: `ok` is exit code 0 alone, so not a time-out or a missing program. */
export interface CommandEnd {
  readonly ok: boolean;
  readonly stdout: string;
  /** The end of standard error, or why there is none. */
  readonly stderr: string;
}

/** Runs a program to its end. Never rejects. */
export async function runCommand(
  [program, ...args]: Command,
  { msMax, env = process.env, onLine }: CommandOptions,
): Promise<CommandEnd> {
  const child = spawn(program, args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: msMax,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const out: string[] = [];
  let stderr = '';
  let pending = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.push(text);
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) onLine?.(line.trimEnd());
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-agentdojoLimits.stderrCharactersMax);
  });
  return await new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ ok: false, stdout: '', stderr: message }));
    child.on('close', (code, signal) => {
      const why = signal === null ? '' : `\nit was ended by ${signal}`;
      resolve({ ok: code === 0, stdout: out.join(''), stderr: `${stderr}${why}`.trim() });
    });
  });
}
