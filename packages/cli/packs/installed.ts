import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'installed');
const modules = path.join(folder, 'node_modules');
const python = path.join(folder, '.venv');

type Say = (line: string) => void;

/** Installs the servers of both lock files, once for each. Throws where that fails. */
export function installServers(say: Say): void {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  install({ into: modules, lock, steps: [['npm', npm]] }, say);
  const wanted = path.join(folder, 'requirements.txt');
  const pip = [
    'install',
    '--quiet',
    '--no-deps',
    '--only-binary',
    ':all:',
    '--requirement',
    wanted,
  ];
  const steps = [
    ['python3', ['-m', 'venv', python]],
    [path.join(python, 'bin/pip'), pip],
  ] as const;
  install({ into: python, lock: readFileSync(wanted, 'utf8'), steps }, say);
}

interface Installation {
  readonly into: string;
  readonly lock: string;
  readonly steps: readonly (readonly [string, readonly string[]])[];
}

function install({ into, lock, steps }: Installation, say: Say): void {
  const stamp = path.join(into, '.lock-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say(`installing the servers of ${path.basename(into) === '.venv' ? 'PyPI' : 'npm'} ...`);
  rmSync(into, { recursive: true, force: true });
  const shell = process.platform === 'win32';
  for (const [program, args] of steps) {
    const { status } = spawnSync(program, [...args], { cwd: folder, stdio: 'inherit', shell });
    if (status !== 0) throw new Error(`${program} failed in packages/cli/packs/installed`);
  }
  writeFileSync(stamp, lock);
}

/** The program of a server from npm, or from PyPI. */
export function programOf(from: 'npm' | 'pypi', name: string): string {
  return path.join(from === 'npm' ? path.join(modules, '.bin') : path.join(python, 'bin'), name);
}
