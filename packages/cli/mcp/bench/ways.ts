import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { pythonProgram } from '../installed.ts';
import { wrapperOf } from '../../src/init/mcp/launcher.ts';
import { launcher, type Line, type World } from '../attacks/world.ts';
import type { Way } from './measure.ts';
import { freePort } from '../ports.ts';

const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];

function program(name: string, ...args: readonly string[]): Line {
  return [process.execPath, ...flags, path.join(import.meta.dirname, name), ...args];
}

const children: ChildProcess[] = [];

export function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}

/** Starts a program that prints its address. */
export async function started(name: string, ...args: readonly string[]): Promise<string> {
  const [command, ...words] = program(name, ...args);
  const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
  return String(line);
}

export function httpWay(name: string, url: string, key?: string): Way {
  const headers: Record<string, string> =
    key === undefined ? {} : { authorization: `Bearer ${key}` };
  const open = () => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  return { name, open };
}

function stdioWay(name: string, [command, ...args]: Line, { folder, env }: World): Way {
  const options = { command, args, cwd: folder, env, stderr: 'ignore' as const };
  return { name, open: () => new StdioClientTransport(options) };
}

export function stdioWays(world: World): readonly Way[] {
  const server = program('server.ts', 'stdio');
  const [wrapper = '', ...words] = wrapperOf(launcher, { name: 'bench', policy: undefined });
  return [
    stdioWay('direct', server, world),
    stdioWay('bare', program('bare.ts', 'stdio', ...server), world),
    stdioWay('sluice', [wrapper, ...words, ...server], world),
  ];
}

/** FastMCP's proxy of an address, over HTTP as well. */
export async function fastmcpWay(url: string): Promise<Way> {
  const port = await freePort();
  const args = ['run', url, '--no-banner', '--transport', 'http', '--port', String(port)];
  const env = { ...process.env, FASTMCP_LOG_LEVEL: 'ERROR' };
  const child = spawn(pythonProgram('fastmcp'), args, { stdio: 'ignore', env });
  children.push(child);
  const own = `http://127.0.0.1:${port}/mcp`;
  for (let tries = 0; tries < 300; tries += 1) {
    const answer = await fetch(own).catch(() => undefined);
    if (answer !== undefined) return httpWay('fastmcp', own);
    await pause(200);
  }
  throw new Error('the proxy of FastMCP did not start');
}
