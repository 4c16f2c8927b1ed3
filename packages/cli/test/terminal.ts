import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createColors } from 'picocolors';
import type { ExitCode } from '../src/command-context.ts';
import { runCommand } from '../src/program.ts';
import type { Terminal } from '../src/terminal.ts';

// No test leaves its figures among those that somebody has measured here.
process.env['SLUICE_BENCH'] ??= mkdtempSync(path.join(tmpdir(), 'sluice-results-'));

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly errors: string;
  /** The last line, as the JSON that it should be. */
  readonly figures: () => Readonly<Record<string, number>>;
}

interface OperatorContext {
  readonly coloured?: boolean;
  readonly columns?: number;
  /** The keys that somebody presses, or the lines that they type, one after the other. */
  readonly keys?: readonly string[];
}

/** A terminal that keeps what is printed. */
export function keptTerminal({ coloured = false, columns, keys }: OperatorContext = {}): {
  readonly terminal: Terminal;
  readonly out: readonly string[];
  readonly errors: readonly string[];
} {
  const out: string[] = [];
  const errors: string[] = [];
  const left = [...(keys ?? [])];
  const terminal: Terminal = {
    print: (line = '') => void out.push(line),
    warn: (line) => void errors.push(line),
    colours: createColors(coloured),
    interactive: keys !== undefined,
    columns,
    key: keys === undefined ? undefined : () => Promise.resolve(left.shift() ?? 'q'),
    line: keys === undefined ? undefined : () => Promise.resolve(left.shift() ?? ''),
  };
  return { terminal, out, errors };
}

/** Runs a command line without a process, and keeps what it printed. */
export async function sluice(
  argv: readonly string[],
  operatorContext: OperatorContext = {},
): Promise<Ran> {
  const { terminal, out, errors } = keptTerminal(operatorContext);
  const code = await runCommand(argv, terminal);
  const figures = (): Readonly<Record<string, number>> => {
    const { figures: found } = JSON.parse(out.at(-1) ?? '') as {
      readonly figures: Readonly<Record<string, number>>;
    };
    return found;
  };
  return { code, out: out.join('\n'), errors: errors.join('\n'), figures };
}
