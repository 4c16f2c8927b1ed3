import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { cacheFolder } from './cache-folder.ts';
import { agentdojoLimits } from './limits.ts';
import { hashOf, pinnedVersion, pythonEnv, requirementsFile } from './python-files.ts';

/** A Python that has the package. */
export interface AgentDojoEnvironment {
  /** The program to start. */
  readonly python: string;
  /** The version of the package, e.g. `0.1.35`. */
  readonly packageVersion: string;
}

/** Names a Python of the user's own that has the package. */
export const pythonVariable = 'SLUICE_AGENTDOJO_PYTHON';

const stampName = 'sluice-stamp';

/**
 * The environment that `SLUICE_AGENTDOJO_PYTHON` names, else the one that was set up for exactly
 * these pinned packages; `undefined` when there is none yet.
 *
 * @throws SluiceError `peer-missing` when the named Python has not the pinned version.
 */
export function findAgentDojo(): AgentDojoEnvironment | undefined {
  const named = process.env[pythonVariable];
  if (named) return checked(named);
  const folder = environmentFolder();
  return isComplete(folder)
    ? { python: pythonOf(folder), packageVersion: pinnedVersion() }
    : undefined;
}

/** Where the environment of the pinned packages belongs: another pin has another folder. */
export function environmentFolder(): string {
  const name = `agentdojo-${pinnedVersion()}-${requirementsHash().slice(0, 12)}`;
  return path.join(cacheFolder(), name);
}

/** The file that says that an install came to its end, and what it holds. */
export function stampOf(folder: string): { readonly file: string; readonly text: string } {
  return { file: path.join(folder, stampName), text: `${requirementsHash()}\n` };
}

export function pythonOf(folder: string, platform: string = process.platform): string {
  return platform === 'win32'
    ? path.join(folder, 'Scripts', 'python.exe')
    : path.join(folder, 'bin', 'python');
}

export function isComplete(folder: string): boolean {
  const { file, text } = stampOf(folder);
  return existsSync(pythonOf(folder)) && existsSync(file) && readFileSync(file, 'utf8') === text;
}

function requirementsHash(): string {
  return hashOf(readFileSync(requirementsFile));
}

function checked(python: string): AgentDojoEnvironment {
  const script = "from importlib.metadata import version; print(version('agentdojo'))";
  const { status, stdout } = spawnSync(python, ['-c', script], {
    encoding: 'utf8',
    env: pythonEnv(),
    timeout: agentdojoLimits.probeMsMax,
  });
  const found = status === 0 ? stdout.trim() : undefined;
  const packageVersion = pinnedVersion();
  if (found === packageVersion) return { python, packageVersion };
  const has = found === undefined ? 'does not have AgentDojo' : `has AgentDojo ${found}`;
  throw new SluiceError('peer-missing', `\`${python}\` ${has}, not ${packageVersion}`, {
    hint: `unset ${pythonVariable} and type \`sluice bench agentdojo setup\``,
  });
}
