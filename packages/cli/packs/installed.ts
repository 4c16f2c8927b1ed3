import path from 'node:path';
import { installNpm, installPython, modulesIn, pythonIn } from '../../../scripts/installed.ts';

const folder = path.join(import.meta.dirname, 'installed');

/** Installs the servers of both lock files, once for each. Throws where that fails. */
export function installServers(say: (line: string) => void): void {
  const installation = { folder, what: 'servers', say };
  installNpm(installation);
  installPython(installation);
}

/** The program of a server from npm, or from PyPI. */
export function programOf(from: 'npm' | 'pypi', name: string): string {
  const programs = from === 'npm' ? [modulesIn(folder), '.bin'] : [pythonIn(folder), 'bin'];
  return path.join(...programs, name);
}
