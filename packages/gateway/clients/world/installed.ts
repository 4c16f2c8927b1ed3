import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Agent } from '../agents/agent.ts';

const folder = path.join(import.meta.dirname, '../installed');
const modules = path.join(folder, 'node_modules');
const stamp = path.join(modules, '.lock-installed');
const python = path.join(folder, '.venv');
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

type Say = (line: string) => void;

/** Installs the agents of the lock files, once for each. Throws where that fails. */
export function installAgents(agents: readonly Agent[], say: Say): void {
  installPackages(say);
  if (agents.some((agent) => versionIn(requirements(), agent) !== undefined)) installPython(say);
}

function installPackages(say: Say): void {
  const lock = readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing the agents of the lock file (npm ci) ...');
  rmSync(modules, { recursive: true, force: true });
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const shell = process.platform === 'win32';
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell });
  if (status !== 0) throw new Error('npm ci failed in packages/gateway/clients/installed');
  writeFileSync(stamp, lock);
}

/** A virtual environment with the packages of `requirements.txt`, and nothing else. */
function installPython(say: Say): void {
  const made = path.join(python, '.lock-installed');
  const lock = requirements();
  if (existsSync(made) && readFileSync(made, 'utf8') === lock) return;
  say('installing the agents of requirements.txt (pip) ...');
  rmSync(python, { recursive: true, force: true });
  const pip = ['install', '--quiet', '--no-deps', '--only-binary', ':all:'];
  const steps: readonly (readonly [string, readonly string[]])[] = [
    ['python3', ['-m', 'venv', python]],
    [
      path.join(python, 'bin/pip'),
      [...pip, '--requirement', path.join(folder, 'requirements.txt')],
    ],
  ];
  for (const [program, args] of steps) {
    const { status } = spawnSync(program, [...args], { stdio: 'inherit' });
    if (status !== 0) throw new Error(`${program} failed in packages/gateway/clients/installed`);
  }
  writeFileSync(made, lock);
}

function requirements(): string {
  return readFileSync(path.join(folder, 'requirements.txt'), 'utf8');
}

function versionIn(pinned: string, agent: Agent): string | undefined {
  const line = pinned.split('\n').find((each) => each.startsWith(`${agent.package}==`));
  return line?.slice(agent.package.length + 2);
}

export function programOf({ program }: Agent): string {
  return path.join(modules, program);
}

/** The version that is pinned. */
export function versionOf(agent: Agent): string {
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  return (
    manifest.parse(JSON.parse(text)).dependencies[agent.package] ??
    versionIn(requirements(), agent) ??
    'unknown'
  );
}
