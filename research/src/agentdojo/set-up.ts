import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import {
  type AgentDojoEnvironment,
  environmentFolder,
  findAgentDojo,
  isComplete,
  pythonOf,
  stampOf,
} from './environment.ts';
import { agentdojoLimits } from './limits.ts';
import type { Command } from './line-process.ts';
import {
  driverFile,
  pinnedVersion,
  pythonEnv,
  pythonFlags,
  requirementsFile,
} from './python-files.ts';
import { type CommandOptions, runCommand } from './run-command.ts';

export interface SetUpOptions {
  /** Called with each step, as one line. */
  readonly onLine: (line: string) => void;
  /** The Python to make the environment with; else the first that is new enough. */
  readonly python?: string | undefined;
}

/** The messages of pip and venv, their meaning, and a remedy. The first that matches counts. */
const known: readonly (readonly [pattern: RegExp, because: string, hint: string])[] = [
  [
    /No space left on device|ENOSPC|not enough space/i,
    'the disk is full',
    'free 300 MB, or name a folder on another disk with `SLUICE_CACHE`, and run it again',
  ],
  [
    /DO NOT MATCH THE HASHES|hash mismatch/i,
    'a downloaded file is not the one that was pinned',
    'run it again; if it stays so, do not trust the index or the proxy that pip uses',
  ],
  [
    /ensurepip|python3-venv|No module named '?venv/i,
    'this Python cannot make virtual environments',
    'sudo apt install python3-venv',
  ],
  [/No module named '?pip/i, 'this Python has no pip', 'sudo apt install python3-pip'],
  [
    /connection|name resolution|timed out|from versions: none|SSLError|ProxyError|unreachable/i,
    'the package index could not be reached',
    "check the network and pip's settings (`pip config list`), and run it again: what was \
downloaded is kept",
  ],
  [
    /Permission denied|EACCES|Read-only file system/i,
    'the cache folder cannot be written',
    'name a folder of yours with `SLUICE_CACHE`, and run it again',
  ],
];

const lastCharacters = 600;

/** The oldest Python for which every pinned package has a release. */
const oldestPython = '3.11';

const candidates = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python'];

const install = `install Python ${oldestPython} or later (\`sudo apt install python3 python3-venv\`, \
\`brew install python\`, \`winget install Python.Python.3.13\`)`;

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

/**
 * A Python that is new enough: the named one, or the first of the usual names.
 *
 * @throws SluiceError `peer-missing`, with what to install.
 */
async function findPython(named: string | undefined): Promise<string> {
  const found: string[] = [];
  for (const name of named === undefined ? candidates : [named]) {
    const version = await versionOf(name);
    if (version === undefined) continue;
    if (isEnough(version)) return name;
    found.push(`\`${name}\` is Python ${version}`);
  }
  const why = found.length === 0 ? `\`${named ?? 'python3'}\` does not run` : found.join(', ');
  throw new SluiceError('peer-missing', `no Python ${oldestPython} or later: ${why}`, {
    hint: `${install}, or name one: \`sluice bench agentdojo setup --python PATH\``,
  });
}

async function versionOf(python: string): Promise<string | undefined> {
  const script = "import sys; print('.'.join(map(str, sys.version_info[:3])))";
  const { ok, stdout } = await runCommand([python, '-c', script], {
    msMax: agentdojoLimits.probeMsMax,
  });
  return ok ? /^\d+\.\d+\.\d+$/.exec(stdout.trim())?.[0] : undefined;
}

function isEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestPython.split('.').map(Number);
  return major === oldestMajor && minor >= oldestMinor;
}

/** Why the environment was not made, from what the command wrote. */
export function installError(step: string, written: string): SluiceError {
  const found = known.find(([pattern]) => pattern.test(written));
  const [, because, hint] = found ?? [
    undefined,
    `it wrote:\n${written.slice(-lastCharacters)}`,
    'run it again; if it stays so, try another Python with `--python PATH`',
  ];
  return new SluiceError('peer-missing', `cannot ${step}: ${because}`, {
    hint,
    cause: new Error(written),
  });
}
