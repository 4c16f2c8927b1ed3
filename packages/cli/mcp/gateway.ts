import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { keyFileOf } from '@sluice/gateway';
import { stringify } from 'yaml';
import * as z from 'zod';
import { launcher } from './attacks/world.ts';

const ready = z.object({ event: z.literal('gateway-ready'), url: z.string() });

interface Wanted {
  readonly folder: string;
  readonly policy: string;
  /** As `mcp` of its settings has it. */
  readonly mcp: object;
}

/** A gateway before MCP servers, as its users start it, with the key of a client. */
export async function gatewayWith({ folder, policy, mcp }: Wanted) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'sluice.yaml'), policy);
  const profiles = { default: { policy: 'sluice.yaml' } };
  const settings = { listen: { port: 0 }, upstreams: {}, profiles, mcp };
  writeFileSync(path.join(folder, 'gateway.yaml'), stringify(settings));
  const [program, ...args] = launcher;
  const { PATH = '' } = process.env;
  const child = spawn(program, [...args, 'gateway', '--json'], {
    cwd: folder,
    env: { PATH, HOME: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const read = ready.safeParse(JSON.parse(line));
    if (!read.success) continue;
    child.stdout.resume();
    const key = readFileSync(keyFileOf('client', path.join(folder, '.sluice/sluice.db')), 'utf8');
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      await ended;
    };
    return { url: read.data.url, key: key.trim(), pid: child.pid, stop };
  }
  throw new Error('the gateway did not start');
}
