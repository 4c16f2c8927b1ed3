import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  environmentFolder,
  findAgentDojo,
  isComplete,
  pythonOf,
  stampOf,
  type AgentDojoEnvironment,
} from './environment.ts';
import { findPython } from './find-python.ts';
import { installError } from './install-error.ts';
import { agentdojoLimits } from './limits.ts';
import type { Command } from './line-process.ts';
import { driverFile, pinnedVersion, requirementsFile } from './python-files.ts';
import { pythonEnv, pythonFlags } from './python-process.ts';
import { runCommand, type CommandOptions } from './run-command.ts';

export interface SetUpOptions {
  /** What is done, a line at a time. */
  readonly onLine: (line: string) => void;
  /** The Python to make the environment with; else the first that is new enough. */
  readonly python?: string | undefined;
}

/**
 * Makes the virtual environment of the package, unless it is there. It is made beside its place and
 * moved there when it is whole, so that an install that was cut short is never taken for one; what
 * pip had downloaded by then is in pip's own cache.
 *
 * @throws SluiceError `peer-missing`, with what to type: no Python, too old, no network, no space.
 */
export async function setUpAgentDojo(options: SetUpOptions): Promise<AgentDojoEnvironment> {
  const { onLine } = options;
  const found = findAgentDojo();
  if (found !== undefined) {
    onLine(`AgentDojo ${found.packageVersion} is set up: ${found.python}`);
    return found;
  }
  const python = await findPython(options.python);
  const folder = environmentFolder();
  const partial = `${folder}.partial-${process.pid}`;
  try {
    makeRoom(folder);
    await make(partial, python, onLine);
    moveInto(folder, partial);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  onLine(`AgentDojo ${pinnedVersion()} is set up: ${pythonOf(folder)}`);
  return { python: pythonOf(folder), packageVersion: pinnedVersion() };
}

async function make(folder: string, python: string, onLine: (line: string) => void): Promise<void> {
  onLine(`making a virtual environment with ${python}`);
  await must('make a virtual environment', [python, '-m', 'venv', folder], {
    msMax: agentdojoLimits.venvMsMax,
  });
  const own = pythonOf(folder);
  onLine('installing AgentDojo and what it needs, each file checked against its hash');
  await must('install AgentDojo', installCommand(own), {
    msMax: agentdojoLimits.installMsMax,
    onLine: (line) => {
      const name = /^Collecting (\S+)/.exec(line)?.[1];
      if (name !== undefined) onLine(`  ${name}`);
    },
  });
  onLine('importing it once');
  await must('import AgentDojo', [own, ...pythonFlags, driverFile, '--help'], {
    msMax: agentdojoLimits.startMsMax,
    env: pythonEnv(),
  });
  const { file, text } = stampOf(folder);
  writeFileSync(file, text);
}

function installCommand(python: string): Command {
  const quiet = ['--no-input', '--disable-pip-version-check', '--progress-bar', 'off'];
  const exact = ['--no-deps', '--require-hashes', '--requirement', requirementsFile];
  return [python, '-m', 'pip', 'install', ...quiet, ...exact];
}

async function must(step: string, command: Command, options: CommandOptions): Promise<void> {
  const { ok, stdout, stderr } = await runCommand(command, options);
  if (!ok) throw installError(step, `${stdout.slice(-2_000)}\n${stderr}`);
}

/** Another process may have come first: then what it made is as good. */
function moveInto(folder: string, partial: string): void {
  if (isComplete(folder)) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}

/** Removes what installs left behind that were cut short. */
function makeRoom(folder: string): void {
  const parent = path.dirname(folder);
  try {
    mkdirSync(parent, { recursive: true });
  } catch (error) {
    throw installError(`use \`${parent}\``, String(error));
  }
  for (const name of readdirSync(parent)) {
    const file = path.join(parent, name);
    if (!name.startsWith(`${path.basename(folder)}.partial-`)) continue;
    const ageMs = Date.now() - statSync(file).mtimeMs;
    if (ageMs > agentdojoLimits.partialAgeMsMax) rmSync(file, { recursive: true, force: true });
  }
}
