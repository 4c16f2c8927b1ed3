import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { installNpm, installPython, modulesIn } from '../../../../scripts/installed.ts';
import type { Agent } from '../agents/agent.ts';

const folder = path.join(import.meta.dirname, '../installed');
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

type Say = (line: string) => void;

/** Installs the agents of the lock files, once for each. Throws where that fails. */
export function installAgents(agents: readonly Agent[], say: Say): void {
  const installation = { folder, what: 'agents', say };
  installNpm(installation);
  if (agents.some((agent) => versionIn(requirements(), agent) !== undefined)) {
    installPython(installation);
  }
}

function requirements(): string {
  return readFileSync(path.join(folder, 'requirements.txt'), 'utf8');
}

function versionIn(pinned: string, agent: Agent): string | undefined {
  const line = pinned.split('\n').find((each) => each.startsWith(`${agent.package}==`));
  return line?.slice(agent.package.length + 2);
}

export function programOf({ program }: Agent): string {
  return path.join(modulesIn(folder), program);
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
