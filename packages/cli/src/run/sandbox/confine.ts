import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Duplex, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import type { AgentLine, Begin, ExtraStreams } from '../agent-process.ts';
import { callFilter } from './call-filter.ts';
import { serveChannel } from './channel.ts';
import { mountsOf, type View } from './mounts.ts';
import { isolation } from './sandbox.ts';

export interface Confined {
  readonly line: AgentLine;
  readonly extra: ExtraStreams;
  readonly begin: Begin;
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

/** Its file descriptor; `inside.ts` has it under the same number. */
const channelNumber = 4;

const inside = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? 'inside.ts' : 'inside.js', import.meta.url),
);

/** The same command line inside of a sandbox. */
export function confined(line: AgentLine, confinement: Confinement): Confined {
  const { file, view, only } = confinement;
  const filter = openFilter(view.settings, only === undefined ? 'host' : 'gateway');
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', inside];
  const words = [
    file,
    ...isolation,
    ...(only === undefined ? [] : ['--unshare-net']),
    ...(filter === undefined ? ['--new-session'] : ['--seccomp', '5']),
    ...mountsOf(view),
    '--chdir',
    line.folder,
    '--',
    ...node,
    only === undefined ? '' : new URL(only).port,
    line.program,
    ...line.args,
  ];
  return {
    line: { ...line, program: '/bin/sh', args: ['-c', ignoring, 'sh', ...words] },
    extra: ['pipe', only === undefined ? 'ignore' : 'pipe', filter ?? 'ignore'],
    begin: (child) => {
      const channel = child.stdio[channelNumber];
      if (only !== undefined && channel instanceof Duplex) serveChannel(channel, only);
      return throughControl(child);
    },
    dispose: () => {
      if (filter !== undefined) closeSync(filter);
    },
  };
}

/** Throws `settings-invalid` where the agent could get past the gateway without one. */
function openFilter(folder: string, reach: 'host' | 'gateway'): number | undefined {
  const bytes = callFilter()?.[reach];
  if (bytes === undefined) {
    if (reach === 'host') return undefined;
    const message = `\`--network gateway\` is not known for this processor (${process.arch})`;
    throw new SluiceError('settings-invalid', message, { hint: 'leave it out' });
  }
  const file = path.join(folder, 'calls.bpf');
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
