import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AgentLine, ExtraStreams, SendSignal } from '../agent-process.ts';
import { mountsOf, type View } from './mounts.ts';
import { openPort } from './port.ts';
import { isolation } from './sandbox.ts';
import { terminalFilter } from './terminal-filter.ts';

export interface Confined {
  readonly line: AgentLine;
  readonly extra: ExtraStreams;
  readonly signal: SendSignal;
  readonly dispose: () => void;
}

export interface Confinement {
  /** The file of bubblewrap. */
  readonly file: string;
  readonly view: View;
  /** The address of the gateway, where nothing else is to be reached. */
  readonly only: string | undefined;
}

/**
 * Ctrl-C would end bubblewrap, and with it the agent, which may want to go on: so bubblewrap
 * ignores the terminal's signals, and what runs inside undoes this for the agent.
 */
const ignoring = 'trap "" INT QUIT HUP TERM; exec "$@"';

const inside = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'inside.ts' : 'inside.js', import.meta.url),
);

/** The same command line inside of a sandbox. */
export async function confined(line: AgentLine, confinement: Confinement): Promise<Confined> {
  const { file, view, only } = confinement;
  const socket = path.join(view.settings, 'gateway.sock');
  const port = only === undefined ? undefined : await openPort(socket, only);
  const filter = openFilter(view.settings);
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', inside];
  const words = [
    file,
    ...isolation,
    ...(only === undefined ? [] : ['--unshare-net']),
    ...(filter === undefined ? ['--new-session'] : ['--seccomp', '4']),
    ...mountsOf(view),
    '--chdir',
    line.folder,
    '--',
    ...node,
    only === undefined ? '' : new URL(only).port,
    socket,
    line.program,
    ...line.args,
  ];
  return {
    line: { ...line, program: '/bin/sh', args: ['-c', ignoring, 'sh', ...words] },
    extra: ['pipe', filter ?? 'ignore'],
    signal: throughControl,
    dispose: () => {
      port?.close();
      if (filter !== undefined) closeSync(filter);
    },
  };
}

function openFilter(folder: string): number | undefined {
  const bytes = terminalFilter();
  if (bytes === undefined) return undefined;
  const file = path.join(folder, 'terminal.bpf');
  writeFileSync(file, bytes);
  return openSync(file, 'r');
}

/** By the pipe that what runs inside listens to. */
function throughControl({ stdio: [, , , control] }: ChildProcess): (name: NodeJS.Signals) => void {
  control?.on('error', () => undefined);
  return (name) => {
    if (control instanceof Writable) control.write(`${name}\n`);
  };
}
