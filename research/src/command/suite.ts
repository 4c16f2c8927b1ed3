import { Command, type CommandContext, type ExitCode, grid, type Terminal } from 'sluice/parts';
import { writeSuiteResult } from '../report/suite-result-file.ts';
import type { FoundBySuite, ResultClaim } from '../report/suite-result.ts';
import { codeOf } from './code-of.ts';
import { committedFolder } from './committed.ts';
import { machineHere } from './machine.ts';
import { resultsFolder } from './process.ts';
import { typedCommand } from './typed-command.ts';

/** A command that measures. Its own folder says what is measured; all else is the same for all. */
export interface Suite<Options> {
  readonly name: string;
  readonly description: string;
  /** Adds the arguments and options of its own. */
  readonly typed: (command: Command) => Command;
  readonly help: string;
  /** Loaded and run when the command is. `paths` are the arguments. */
  readonly measure: (
    paths: readonly string[],
    options: Options,
    terminal: Terminal,
  ) => Promise<Measured>;
}

/** The measured results. The claims of `found` decide whether the command succeeds. */
export interface Measured {
  readonly found: FoundBySuite;
  /** The `figures` that `--json` prints; default: those of `found`. */
  readonly figures?: Readonly<Record<string, number | null | undefined>>;
  /** The fields that `--json` prints beside the figures. */
  readonly beside?: object;
  /** Lines below the tables that are for this terminal alone. */
  readonly lines?: readonly string[];
}

/** The command of a suite: measures, shows, keeps, and exits with 0 where every claim holds. */
export function suiteCommand<Options>(
  { terminal, exitWith }: CommandContext,
  suite: Suite<Options>,
  committed: string = committedFolder,
): Command {
  const command = suite
    .typed(new Command(suite.name).description(suite.description))
    .option('--json', 'end with one line of JSON that holds the figures')
    .option('--keep', 'also keep the result in research/results, which is committed')
    .addHelpText('after', suite.help);
  return command.action(async () => {
    const keep = await keptFor(command);
    const commits = command.getOptionValue('keep') === true;
    const measured = await suite.measure(command.args, command.opts<Options & object>(), terminal);
    showMeasured(measured, { terminal, json: command.getOptionValue('json') === true });
    keep(measured.found, resultsFolder());
    // The line of JSON stays the last that is printed.
    if (commits && measured.found.isPartial === true)
      terminal.warn('not all was measured: no --keep');
    else if (commits) terminal.warn(`kept ${keep(measured.found, committed)}`);
    exitWith(exitCodeOf(measured));
  });
}

export function exitCodeOf({ found: { claims, isPartial = false } }: Measured): ExitCode {
  return claims.every(({ holds }) => holds) && !isPartial ? 0 : 1;
}

/** Tables, notices and claims of a result, then what only this terminal is told. */
export function showMeasured(
  measured: Measured,
  { terminal, json }: { readonly terminal: Terminal; readonly json: boolean },
): void {
  const { found, figures = found.figures, beside = {}, lines = [] } = measured;
  for (const { title, head, rows } of found.tables) {
    terminal.print(title);
    terminal.print(grid(head, rows));
  }
  for (const line of [...found.notices, ...lines]) terminal.print(line);
  for (const line of claimLines(found.claims, terminal)) terminal.print(line);
  if (json) terminal.print(JSON.stringify({ ...beside, claims: found.claims, figures }));
}

/** Claims that fail in full; those that hold where they are few enough to be read. */
function claimLines(
  claims: readonly ResultClaim[],
  { colours: { green, red } }: Terminal,
): readonly string[] {
  const holding = claims.filter(({ holds }) => holds);
  const shown = holding.length > shownMax ? claims.filter(({ holds }) => !holds) : claims;
  const rest = holding.length > shownMax ? [`${green('hold')}  ${holding.length} claims`] : [];
  return [
    ...shown.map(({ name, holds, detail }) => {
      return `${holds ? green('holds') : red('fails')}  ${name}: ${detail}`;
    }),
    ...rest,
  ];
}

const shownMax = 20;

/** Keeps a result in a folder and returns its file. Throws `file-unreadable` where it cannot. */
type KeepResult = (found: FoundBySuite, folder: string) => string;

/** Keeps what a command finds, by what was typed; the seconds count from here. */
export async function keptFor(
  command: Command,
  nowMs: () => number = Date.now,
): Promise<KeepResult> {
  const startedMs = nowMs();
  // Whoever edits meanwhile edits what is not running.
  const code = await codeOf(command.name());
  const threads: unknown = command.getOptionValue('threads');
  const machine = machineHere(typeof threads === 'number' ? threads : undefined);
  return (found, folder) => {
    const atMs = nowMs();
    return writeSuiteResult(folder, {
      ...found,
      ...typedCommand(command, found.suite),
      versions: { code, ...found.versions },
      machine,
      atMs,
      seconds: (atMs - startedMs) / 1000,
    });
  };
}
