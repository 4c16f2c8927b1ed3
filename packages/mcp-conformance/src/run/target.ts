import type { ChildProcess } from 'node:child_process';
import { SluiceError } from '@sluice/core';
import spawn from 'cross-spawn';
import { request } from 'undici';

/** Where the scripted server is: its address, and the command that starts it over stdio. */
export interface ServerPlace {
  readonly url: string;
  readonly command: readonly string[];
}

/** A proxy under test. */
export interface Target {
  readonly client: 'http' | 'stdio';
  readonly server: 'http' | 'stdio';
  /** True if it can be started anew, so that a scenario does not meet what the last one left. */
  readonly restarts: boolean;
  readonly open: (server: ServerPlace) => Promise<OpenProxy>;
}

export interface OpenProxy {
  /** Where it listens; undefined for one that speaks over stdio. */
  readonly url?: string;
  /** Starts the process of one client. */
  readonly start?: () => ChildProcess;
  readonly stop: () => Promise<void>;
}

/** A proxy that somebody started and pointed at the scripted server. */
export function urlTarget(url: string): Target {
  const open = { url, stop: () => Promise.resolve() };
  return { client: 'http', server: 'http', restarts: false, open: () => Promise.resolve(open) };
}

interface CommandOptions {
  readonly server: 'http' | 'stdio';
  /** The address that the command serves; undefined: it speaks over stdio. */
  readonly at?: string | undefined;
}

/** A proxy that the suite starts: `{server}` stands for the scripted server's URL or command. */
export function commandTarget(words: readonly string[], options: CommandOptions): Target {
  if (!words.some((word) => word.includes(placeholder)))
    throw new SluiceError('settings-invalid', 'the command does not name the server', {
      hint: `write ${placeholder} where the proxy takes the address or command of its server`,
    });
  const { server, at } = options;
  return {
    client: at === undefined ? 'stdio' : 'http',
    server,
    restarts: true,
    open: async (place) => {
      const [program = '', ...args] = words.flatMap((word) => filled(word, place, server));
      if (at === undefined) return overStdio(program, args);
      return serving({ program, args, url: at });
    },
  };
}

const placeholder = '{server}';

function filled(word: string, place: ServerPlace, server: 'http' | 'stdio'): readonly string[] {
  if (server === 'http') return [word.replaceAll(placeholder, place.url)];
  if (word === placeholder) return place.command;
  return [word.replaceAll(placeholder, place.command.map(quoted).join(' '))];
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function overStdio(program: string, args: readonly string[]): OpenProxy {
  const children: ChildProcess[] = [];
  return {
    start: () => {
      const child = spawn(program, [...args], { stdio: ['pipe', 'pipe', 'ignore'] });
      child.stdin?.on('error', () => undefined);
      children.push(child);
      return child;
    },
    stop: async () => void (await Promise.all(children.map(ended))),
  };
}

interface Serving {
  readonly program: string;
  readonly args: readonly string[];
  readonly url: string;
}

async function serving({ program, args, url }: Serving): Promise<OpenProxy> {
  const child = spawn(program, [...args], { stdio: 'ignore' });
  const died = new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(notServing(program, url));
    child.once('error', fail).once('exit', fail);
  });
  died.catch(() => undefined);
  await Promise.race([died, answering(url)]);
  return { url, stop: () => ended(child) };
}

function notServing(program: string, url: string): SluiceError {
  return new SluiceError('settings-invalid', `\`${program}\` ended before it served ${url}`, {
    hint: 'run the command by hand to see why',
  });
}

const startMsMax = 60_000;
const betweenTriesMs = 100;

async function answering(url: string): Promise<void> {
  const late = AbortSignal.timeout(startMsMax);
  for (;;) {
    try {
      const { body } = await request(url, { signal: late });
      await body.dump();
      return;
    } catch (cause) {
      if (late.aborted)
        throw new SluiceError('settings-invalid', `nothing answers at ${url}`, {
          hint: 'name the address that the command serves with --at',
          cause,
        });
    }
    await new Promise((resolve) => {
      setTimeout(resolve, betweenTriesMs);
    });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  child.kill();
  const hard = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await exit;
  clearTimeout(hard);
}

const killAfterMs = 3_000;
