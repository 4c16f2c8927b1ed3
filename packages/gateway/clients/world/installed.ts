import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Agent } from '../agents/agent.ts';

const folder = path.join(import.meta.dirname, '../installed');
const modules = path.join(folder, 'node_modules');
const stamp = path.join(modules, '.lock-installed');
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

/** Installs the agents of the lock file, once for each lock file. Throws where that fails. */
export function installAgents(say: (line: string) => void): void {
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

export function programOf({ program }: Agent): string {
  return path.join(modules, program);
}

/** The version that is pinned. */
export function versionOf(agent: Agent): string {
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  return manifest.parse(JSON.parse(text)).dependencies[agent.package] ?? 'unknown';
}
