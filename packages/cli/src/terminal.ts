import { isatty } from 'node:tty';
import Table from 'cli-table3';
import { createColors } from 'picocolors';
import { readKey } from './show/read-key.ts';
import { readLine } from './show/read-line.ts';

/** Where a command writes. Colours are there only for who can see them. */
export interface Terminal {
  readonly print: (line?: string) => void;
  /** For mistakes in use: not part of what a command prints. */
  readonly warn: (line: string) => void;
  readonly colours: ReturnType<typeof createColors>;
  /** True if there is somebody to press a key. */
  readonly interactive: boolean;
  /** How wide a line may be; a pipe has no width of its own. */
  readonly columns?: number | undefined;
  /** Shows a prompt until a key is pressed, and gives that key; absent where nobody can. */
  readonly key?: ((prompt: string) => Promise<string>) | undefined;
  /** Shows a prompt, and gives the line that was typed after it; absent where nobody can. */
  readonly line?: ((prompt: string) => Promise<string>) | undefined;
}

/** The file descriptor of the standard output. */
const stdoutNumber = 1;

/** The exit code that a shell gives a command that wrote to a pipe nobody reads (128 + SIGPIPE). */
const brokenPipe = 141;

/** The process's own output; `NO_COLOR`, `FORCE_COLOR` and pipes are respected. */
export function processTerminal(): Terminal {
  const { stdout, stderr, stdin, env } = process;
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  // The library reads a missing answer, which `isTTY` of a pipe is, as "find out yourself".
  const coloured = (env['NO_COLOR'] ?? '') === '' && (forced || isatty(stdoutNumber));
  const interactive = stdin.isTTY && stdout.isTTY;
  stdout.on('error', endQuietly);
  stderr.on('error', endQuietly);
  return {
    print: (line = '') => void stdout.write(`${line}\n`),
    warn: (line) => void stderr.write(`${line}\n`),
    colours: createColors(coloured),
    interactive,
    columns: stdout.isTTY && stdout.columns > 0 ? stdout.columns : undefined,
    key: interactive ? (prompt) => readKey(stdin, stdout, prompt) : undefined,
    line: interactive ? (prompt) => readLine(stdin, stdout, { prompt }) : undefined,
  };
}

/**
 * `head` and a pager close the pipe when they have seen enough: no mistake, so nothing is said. Not
 * 0 either, which would promise that everything was checked.
 */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(brokenPipe);
}

/** A table without colours of its own, so that a pipe gets plain characters. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  { ruled = true }: { readonly ruled?: boolean } = {},
): string {
  const body = rows.map((row) => row.map(String));
  const made = new Table({ head: [...head], style: { head: [], border: [] } });
  made.push(...body);
  // The library rules off every row or none, so the line below the head is the only one to stay.
  const lines = made.toString().split('\n');
  return lines.filter((line, at) => ruled || at < 3 || !line.startsWith('├')).join('\n');
}
