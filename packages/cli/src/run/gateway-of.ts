import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import { keyFileOf } from '@sluice/gateway';
import { readText } from '../files.ts';
import { jsonIn, fieldsOf } from '../json.ts';
import type { Env } from './client.ts';
import { hold, type Held } from './hold.ts';
import type { RunState } from './state-folder.ts';

export interface RunningGateway extends Held {
  readonly clientKey: string;
  /** False: it ran already, for another agent. */
  readonly isStarted: boolean;
}

const lookEveryMs = 50;
const startMsMax = 60_000;

/**
 * The gateway of a state folder: one that runs there with the same policy, else a new one, which
 * ends with the last agent that holds on to it. Throws `settings-invalid` with what its log says.
 */
export async function gatewayOf(
  state: RunState,
  { env, prepare }: { readonly env: Env; readonly prepare: () => void },
): Promise<RunningGateway> {
  const running = await hold(state.socket);
  if (running !== undefined) return { ...running, clientKey: clientKey(state), isStarted: false };
  await requireNoOther(state);
  prepare();
  const started = await start(state, env);
  return { ...started, clientKey: clientKey(state), isStarted: true };
}

function clientKey({ folder }: RunState): string {
  return readText(keyFileOf('client', path.join(folder, '.sluice/sluice.db'))).trim();
}

/** A gateway has one policy, and two cannot have one database. */
async function requireNoOther({ folder, socket }: RunState): Promise<void> {
  for (const name of socketsIn(folder)) {
    const other = path.join(folder, name);
    if (other === socket) continue;
    const held = await hold(other);
    if (held === undefined) continue;
    held.letGo();
    throw new SluiceError('settings-invalid', 'an agent runs here under another policy', {
      hint: 'end it first, or run this one under the same `--policy`',
    });
  }
}

function socketsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.sock'));
  } catch {
    return [];
  }
}

const main = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../main.ts' : '../main.js', import.meta.url),
);

async function start(state: RunState, env: Env): Promise<Held> {
  const logFile = path.join(state.folder, 'gateway.log');
  const log = openSync(logFile, 'w', 0o600);
  const flags = process.execArgv.filter((flag) => flag.startsWith('--conditions='));
  const args = ['gateway', '--settings', state.settings, '--json', '--while-used', state.socket];
  // A session of its own: what ends the agent's terminal does not end it.
  const child = spawn(process.execPath, [...flags, main, ...args], {
    cwd: state.folder,
    env: { ...env },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  child.unref();
  const held = await untilHeld(state.socket, child);
  if (held !== undefined) return held;
  child.kill('SIGTERM');
  throw notStarted(logFile, env);
}

/** Where two are started at once, one of them ends: its agent takes the other. */
async function untilHeld(socket: string, child: ChildProcess): Promise<Held | undefined> {
  const ended = new Promise<'ended'>((resolve) => {
    child.once('exit', () => resolve('ended'));
    child.once('error', () => resolve('ended'));
  });
  const untilMs = Date.now() + startMsMax;
  while (Date.now() < untilMs) {
    const held = await hold(socket);
    if (held !== undefined) return held;
    if ((await Promise.race([ended, pause(lookEveryMs)])) !== 'ended') continue;
    return await hold(socket);
  }
  return undefined;
}

/** Mistakes in use say what to type; of a stack trace only the error is shown. */
function notStarted(logFile: string, { NODE_OPTIONS: options = '' }: Env): SluiceError {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const words = lines.filter((line) => fieldsOf(jsonIn(line))['event'] === undefined);
  const at = words.findIndex((line) => /^(?:sluice: |\w*Error\b)/.test(line));
  const problem = words[at]?.replace(/^(?:sluice|\w*Error(?: \[\w+\])?): /, '') ?? 'see its log';
  const next = words[at]?.startsWith('sluice: ') === true ? words[at + 1]?.trim() : undefined;
  const flags = 'NODE_OPTIONS is set, where the path of a file must be a whole one: unset it';
  const hints = [next ?? (options === '' ? undefined : flags), `its log: ${logFile}`];
  return new SluiceError('settings-invalid', `the gateway did not start: ${problem}`, {
    hint: hints.filter((each) => each !== undefined).join('; '),
  });
}
