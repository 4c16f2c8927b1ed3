import type { Terminal } from './terminal.ts';

/**
 * The exit code of a command: 0 only if everything that it checks holds, else 1, and 2 for mistakes
 * in use. `sluice run` ends with the code of its agent.
 */
export type ExitCode = number;

/** Given to a command's action: where to write, and where to leave its exit code. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly exitWith: (code: ExitCode) => void;
  /** Runs another command line of this program: `bench all` runs the suites by their commands. */
  readonly run: (argv: readonly string[], terminal: Terminal) => Promise<ExitCode>;
}
