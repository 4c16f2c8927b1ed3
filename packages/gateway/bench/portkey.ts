import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Target } from './load.ts';
import { urlOf } from './servers/serve.ts';

const name = '@portkey-ai/gateway';
const version = '1.15.2';
const startMsMax = 20_000;

/** Portkey's gateway as a process of its own. */
export interface Portkey extends Target {
  readonly stop: () => void;
}

/**
 * Installs Portkey's gateway into a cache beside our own modules, where it is not there yet, and
 * starts it before the upstream. Throws where it cannot be had or does not serve.
 */
export async function startPortkey(upstreamUrl: string): Promise<Portkey> {
  const folder = installed();
  const port = await freePort();
  const file = path.join(folder, 'node_modules', name, 'build/start-server.js');
  const child = spawn(process.execPath, [file, `--port=${port}`, '--headless'], {
    stdio: 'ignore',
    env: { ...process.env, TRUSTED_CUSTOM_HOSTS: new URL(upstreamUrl).hostname },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilServing(url, child);
  const headers = {
    'x-portkey-provider': 'openai',
    'x-portkey-custom-host': `${upstreamUrl}/v1`,
  };
  return { url, key: 'sk-upstream', headers, stop: () => void child.kill() };
}

/** The folder that it is installed in. No script of any package is run. */
function installed(): string {
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
  const folder = path.join(cache, `bench-portkey-${version}`);
  if (existsSync(path.join(folder, 'node_modules', name, 'package.json'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  const { status, stderr } = spawnSync('npm', [...args, `${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return folder;
  throw new Error(`npm cannot install ${name}@${version}: ${stderr.trim().slice(0, 300)}`);
}

async function untilServing(url: string, child: ChildProcess): Promise<void> {
  const endMs = performance.now() + startMsMax;
  while (performance.now() < endMs && child.exitCode === null) {
    const answered = await fetch(url).catch(() => undefined);
    if (answered !== undefined) return;
    await sleep(100);
  }
  child.kill();
  throw new Error('it does not serve');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = new URL(urlOf(server.address()));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}
