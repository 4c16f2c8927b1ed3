import { spawnSync, type ChildProcess } from 'node:child_process';
import {
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import spawn from 'cross-spawn';

/** A server to start, and who reads what it prints beside its answers. */
export interface StdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly onPrinted?: (text: string) => void;
  /** Bytes of one message; not given: the SDK's 10 MiB. */
  readonly messageBytesMax?: number;
}

/** A server that is asked to end may take so long before it is made to. */
const graceMs = 2_000;

/** Signals that end a command on a terminal. A group of its own does not get them from there. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Starts an MCP server and speaks with it through its pipes. `close` ends the server with all that
 * it started: the SDK's own transport ends the first process alone, and a child that keeps the
 * pipes open would keep us running. On POSIX the server leads a process group, which is ended as
 * one; a process that left the group goes on, without our pipes. On Windows `taskkill` ends the
 * tree.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #server: StdioServer;
  readonly #buffer: ReadBuffer;
  #child: ChildProcess | undefined;

  constructor(server: StdioServer) {
    this.#server = server;
    const { messageBytesMax: maxBufferSize } = server;
    this.#buffer = new ReadBuffer({ ...(maxBufferSize !== undefined && { maxBufferSize }) });
  }

  async start(): Promise<void> {
    const { command, args, env, folder, onPrinted } = this.#server;
    const child = spawn(command, [...args], {
      env: { ...getDefaultEnvironment(), ...env },
      ...(folder !== undefined && { cwd: folder }),
      stdio: ['pipe', 'pipe', onPrinted === undefined ? 'ignore' : 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    endWithUs(child);
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr?.on('data', (chunk: Buffer) => onPrinted?.(chunk.toString()));
    child.once('exit', () => endTree(child));
    child.once('close', () => this.onclose?.());
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const stdin = this.#child?.stdin;
      if (!stdin) reject(new Error('the server is not running'));
      else stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    child.stdin?.end();
    // A tree whose root has ended cannot be found on Windows any more.
    if (process.platform !== 'win32' && !(await hasEnded(child))) {
      endTree(child, 'SIGTERM');
      await hasEnded(child);
    }
    endTree(child);
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe?.destroy();
    child.unref();
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
      for (;;) {
        const message = this.#buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      }
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error('it wrote no message'));
    }
  }
}

/** `false`: it goes on after the time that it is given. */
async function hasEnded(child: ChildProcess): Promise<boolean> {
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  if (isOver() || child.pid === undefined) return true;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, graceMs);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return isOver();
}

/** Signals the child and all that it started. */
function endTree({ pid }: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // They have all ended.
  }
}

/** While a child runs, whatever ends this process ends the child's tree first. */
function endWithUs(child: ChildProcess): void {
  const onExit = (): void => endTree(child);
  const onSignal = (signal: NodeJS.Signals): void => {
    endTree(child);
    stop();
    process.kill(process.pid, signal);
  };
  const stop = (): void => {
    process.removeListener('exit', onExit);
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
  process.once('exit', onExit);
  for (const signal of signals) process.on(signal, onSignal);
  child.once('exit', stop);
  child.once('error', stop);
}
