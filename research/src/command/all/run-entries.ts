import { createColors } from 'picocolors';
import type { ExitCode, Terminal } from 'sluice/parts';
import type { SuiteResult } from '../../report/suite-result.ts';
import type { RankedResult } from '../../report/suites/ranked.ts';
import { commandOf, type Need, type SuiteEntry } from './entries.ts';

/** The functions that run suites and keep their results. */
export interface Dependencies {
  /** Runs one command line after `sluice`. */
  readonly run: (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;
  readonly results: () => readonly SuiteResult[];
  readonly codeOf: (suite: string) => Promise<string>;
  /** The command to type for something that is not there; `undefined`: it is there. */
  readonly missing: (need: Need) => string | undefined;
  readonly nowMs: () => number;
  /** True if somebody wants no further suite to begin. */
  readonly isStopped: () => boolean;
  /** True if there is no time left for a suite. */
  readonly isLate: (entry: SuiteEntry) => boolean;
}

/** How a suite ended: with a result, new or kept; without one; or not begun, as wished or not. */
export type Ended =
  | {
      readonly kind: 'measured' | 'kept';
      readonly entry: SuiteEntry;
      readonly ranked: RankedResult;
      /** Its exit code was 0, and all that it holds itself to holds. */
      readonly holds: boolean;
    }
  | {
      readonly kind: 'failed' | 'left-out' | 'stopped';
      readonly entry: SuiteEntry;
      readonly because: string;
    };

export interface RunEntriesOptions {
  /** True if suites with a stored result run again. */
  readonly again: boolean;
  /** True if results are to be committed: one that was only stored is measured again. */
  readonly keep: boolean;
  readonly onBegin: (entry: SuiteEntry) => void;
  readonly onEnd: (ended: Ended) => void;
  /** Called with a suite's progress. */
  readonly onLine: (entry: SuiteEntry, line: string) => void;
}

/**
 * Runs suites one after another. One that fails, whatever of, stops no other; one that the present
 * code has measured whole is kept.
 */
export async function runEntries(
  entries: readonly SuiteEntry[],
  dependencies: Dependencies,
  options: RunEntriesOptions,
): Promise<readonly Ended[]> {
  const all: Ended[] = [];
  for (const entry of entries) {
    const ended =
      (await beforehand(entry, dependencies, options)) ??
      (await measured(entry, dependencies, options));
    all.push(ended);
    options.onEnd(ended);
  }
  return all;
}

/**
 * The outcome of a suite that needs no run: it is unavailable, already there, or nobody waits
 * for it.
 */
async function beforehand(
  entry: SuiteEntry,
  dependencies: Dependencies,
  { again, keep }: RunEntriesOptions,
): Promise<Ended | undefined> {
  if (dependencies.isStopped()) return { kind: 'stopped', entry, because: 'stopped before it' };
  const needed = entry.needs.flatMap((need) => dependencies.missing(need) ?? []);
  if (needed.length > 0) return { kind: 'left-out', entry, because: needed.join('; ') };
  const kept = again || keep ? undefined : await newestOf(entry, dependencies);
  if (kept?.isCurrent === true && kept.result.isPartial !== true) {
    return { kind: 'kept', entry, ranked: kept, holds: holdsIn(kept) };
  }
  if (dependencies.isLate(entry)) return { kind: 'left-out', entry, because: 'no time was left' };
  return undefined;
}

async function measured(
  entry: SuiteEntry,
  dependencies: Dependencies,
  { keep, onBegin, onLine }: RunEntriesOptions,
): Promise<Ended> {
  onBegin(entry);
  const begunMs = dependencies.nowMs();
  const told: string[] = [];
  const tell = (line: string): void => {
    told.push(line);
    onLine(entry, line);
  };
  const code = await dependencies
    .run(['bench', ...entry.argv, ...(keep ? ['--keep'] : [])], quiet(tell))
    .catch((error: unknown) => {
      tell(error instanceof Error ? error.message : 'something was thrown that is no error');
      return undefined;
    });
  const ranked = await newestOf(entry, dependencies);
  if (code === undefined || code === 2) {
    return { kind: 'failed', entry, because: told.at(-1) ?? 'it did not say why' };
  }
  if (ranked === undefined || ranked.result.atMs < begunMs) {
    return { kind: 'failed', entry, because: 'it kept no result' };
  }
  return { kind: 'measured', entry, ranked, holds: code === 0 && holdsIn(ranked) };
}

/** The newest result of this very command. */
async function newestOf(
  entry: SuiteEntry,
  { results, codeOf }: Dependencies,
): Promise<RankedResult | undefined> {
  const command = commandOf(entry);
  const own = results().filter((each) => each.command === command);
  const result = own.toSorted((a, b) => b.atMs - a.atMs)[0];
  if (result === undefined) return undefined;
  return { result, isCurrent: result.versions['code'] === (await codeOf(result.suite)) };
}

function holdsIn({ result }: RankedResult): boolean {
  return result.claims.every(({ holds }) => holds);
}

/** The printed text of a suite always comes from its result, whether it was run now or before. */
function quiet(tell: (line: string) => void): Terminal {
  return { print: () => {}, warn: tell, colours: createColors(false), interactive: false };
}
