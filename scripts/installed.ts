import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Programs that a measurement needs, pinned by lock files in a folder of their own. */
export interface Installation {
  readonly folder: string;
  /** For whoever waits: `agents`, `servers`. */
  readonly what: string;
  readonly say: (line: string) => void;
}

/** Installs `package-lock.json` of the folder, once for each. Throws where that fails. */
export function installNpm(installation: Installation): void {
  const lock = readFileSync(path.join(installation.folder, 'package-lock.json'), 'utf8');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const source = { name: 'npm', into: modulesIn(installation.folder), lock };
  install(installation, source, [['npm', args]]);
}

/** A virtual environment with the packages of `requirements.txt`, and nothing else. */
export function installPython(installation: Installation): void {
  const { folder } = installation;
  const [wanted, into] = [path.join(folder, 'requirements.txt'), pythonIn(folder)];
  const pip = [
    'install',
    '--quiet',
    '--no-deps',
    '--only-binary',
    ':all:',
    '--requirement',
    wanted,
  ];
  const source = { name: 'PyPI', into, lock: readFileSync(wanted, 'utf8') };
  install(installation, source, [
    ['python3', ['-m', 'venv', into]],
    [path.join(into, 'bin/pip'), pip],
  ]);
}

export function modulesIn(folder: string): string {
  return path.join(folder, 'node_modules');
}

export function pythonIn(folder: string): string {
  return path.join(folder, '.venv');
}

function install(
  { folder, what, say }: Installation,
  { name, into, lock }: { readonly name: string; readonly into: string; readonly lock: string },
  steps: readonly (readonly [program: string, args: readonly string[]])[],
): void {
  const stamp = path.join(into, '.lock-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say(`installing the ${what} of the lock file (${name}) ...`);
  rmSync(into, { recursive: true, force: true });
  const shell = process.platform === 'win32';
  for (const [program, args] of steps) {
    const { status } = spawnSync(program, [...args], { cwd: folder, stdio: 'inherit', shell });
    if (status !== 0) throw new Error(`${program} failed in ${folder}`);
  }
  writeFileSync(stamp, lock);
}
