import { createColors } from 'picocolors';
import type { ExitCode } from '../src/program.ts';
import { runCommand } from '../src/program.ts';

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly errors: string;
  /** The last line, as the JSON that it should be. */
  readonly figures: () => Readonly<Record<string, number>>;
}

/** Runs a command line without a process, and keeps what it printed. */
export async function sluice(
  argv: readonly string[],
  { coloured = false }: { readonly coloured?: boolean } = {},
): Promise<Ran> {
  const out: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(argv, {
    print: (line = '') => void out.push(line),
    warn: (line) => void errors.push(line),
    colours: createColors(coloured),
    interactive: false,
  });
  const figures = (): Readonly<Record<string, number>> => {
    const { figures: found } = JSON.parse(out.at(-1) ?? '') as {
      readonly figures: Readonly<Record<string, number>>;
    };
    return found;
  };
  return { code, out: out.join('\n'), errors: errors.join('\n'), figures };
}
