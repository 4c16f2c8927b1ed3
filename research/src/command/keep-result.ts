import { codeOf } from '../report/code-of.ts';
import type { SuiteResult } from '../report/suite-result.ts';
import type { Command } from 'sluice/parts';
import { writeSuiteResult } from '../report/suite-result-file.ts';
import { resultsFolder } from './bench-folder.ts';
import { typedCommand } from './typed-command.ts';

/** What a measuring command found; how it was asked for, when and how long is added. */
export interface MeasuredSuite extends Omit<
  SuiteResult,
  'command' | 'slice' | 'atMs' | 'seconds' | 'versions'
> {
  /** Of data and weights; that of the code is added. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Keeps a result for `sluice bench report`. Throws `file-unreadable` where it cannot. */
export type KeepResult = (found: MeasuredSuite) => Promise<void>;

export interface KeepOptions {
  readonly nowMs?: () => number;
  readonly folder?: string;
}

/** Keeps what a command finds, by what was typed; the seconds count from here. */
export function keptFor(
  command: Command,
  { nowMs = Date.now, folder = resultsFolder() }: KeepOptions = {},
): KeepResult {
  const startedMs = nowMs();
  // Whoever edits meanwhile edits what is not running.
  const code = codeOf(command.name());
  return async (found) => {
    const atMs = nowMs();
    writeSuiteResult(folder, {
      ...found,
      ...typedCommand(command, found.suite),
      versions: { code, ...found.versions },
      atMs,
      seconds: (atMs - startedMs) / 1000,
    });
  };
}
