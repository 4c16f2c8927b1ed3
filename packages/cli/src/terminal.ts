import Table from 'cli-table3';
import { createColors } from 'picocolors';

/** Where a command writes. Colours are there only for who can see them. */
export interface Terminal {
  readonly print: (line?: string) => void;
  /** For mistakes in use: not part of what a command prints. */
  readonly warn: (line: string) => void;
  readonly colours: ReturnType<typeof createColors>;
  /** Whether there is somebody to press a key. */
  readonly interactive: boolean;
}

/** The process's own output; `NO_COLOR`, `FORCE_COLOR` and pipes are respected. */
export function processTerminal(): Terminal {
  const { stdout, stderr, stdin, env } = process;
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  const coloured = (env['NO_COLOR'] ?? '') === '' && (forced || stdout.isTTY);
  return {
    print: (line = '') => void stdout.write(`${line}\n`),
    warn: (line) => void stderr.write(`${line}\n`),
    colours: createColors(coloured),
    interactive: stdin.isTTY && stdout.isTTY,
  };
}

/** A table without colours of its own, so that a pipe gets plain characters. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const made = new Table({ head: [...head], style: { head: [], border: [] } });
  made.push(...rows.map((row) => row.map(String)));
  return made.toString();
}
