import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../../../..');
const requirements = path.join(import.meta.dirname, 'requirements.txt');
const lock = readFileSync(requirements, 'utf8');

/** The version of the Python client in the lock file. */
export const pythonClientVersion: string = /^openai==(\S+)/m.exec(lock)?.[1] ?? 'unknown';

/** A Python with exactly the locked packages, or why there is none. */
export interface PythonEnvironment {
  /** Where its interpreter stands. */
  readonly python: string;
  /** Why nothing can be run with it; `undefined` where it is there. */
  readonly missing: string | undefined;
}

/**
 * Makes a virtual environment from the hash-locked requirements, once for each lock file and each
 * Python; it stands in the cache of `node_modules`. Takes about ten seconds the first time.
 */
export function pythonEnvironment(): PythonEnvironment {
  const base = versionOfPython();
  const name = createHash('sha256').update(`${base}\n${lock}`).digest('hex').slice(0, 16);
  const folder = path.join(root, 'node_modules/.cache/sluice', `python-${name}`);
  const python = path.join(folder, process.platform === 'win32' ? 'Scripts/python' : 'bin/python');
  if (base === undefined) return { python, missing: 'there is no python3' };
  try {
    if (!existsSync(folder)) install(folder, python);
    return { python, missing: undefined };
  } catch {
    return { python, missing: 'python3 could not install the locked packages' };
  }
}

function versionOfPython(): string | undefined {
  try {
    return execFileSync('python3', ['-VV'], { encoding: 'utf8', stdio: 'pipe' });
  } catch {
    return undefined;
  }
}

/** A half-made environment never bears the final name, and two processes do not share one. */
function install(folder: string, python: string): void {
  mkdirSync(path.dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    execFileSync('python3', ['-m', 'venv', draft], { stdio: 'pipe' });
    const pip = ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--only-binary', ':all:'];
    const own = path.join(draft, path.relative(folder, python));
    execFileSync(own, [...pip, '--requirement', requirements], { stdio: 'pipe' });
    renameSync(draft, folder);
  } catch (error) {
    // Another process may have been faster: then its environment is as good.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
