import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { agentdojoLimits } from './limits.ts';

/** A program to start, and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

interface Reader {
  readonly resolve: (line: string) => void;
  readonly reject: (reason: Error) => void;
}

/**
 * A child process that says a line for each line that it is told. It holds no protocol: whoever
 * reads decides what a line means. Once it has ended, every read fails and says how it ended.
 */
export class LineProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: string[] = [];
  readonly #exited: Promise<void>;
  readonly #killOnExit = () => this.kill();
  #pending = '';
  #stderr = '';
  #reader: Reader | undefined;
  #ended: string | undefined;

  constructor([program, ...args]: Command, env: Readonly<Record<string, string>>) {
    this.#child = spawn(program, args, { env, stdio: 'pipe', windowsHide: true });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-agentdojoLimits.stderrCharactersMax);
    });
    // A process that is gone is reported by how it ended, not by the pipe that broke.
    this.#child.stdin.on('error', () => undefined);
    this.#exited = new Promise((resolve) => {
      this.#child.on('error', (error) => this.#end(`could not be started: ${error.message}`));
      this.#child.on('close', (code, signal) => {
        this.#end(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
        resolve();
      });
    });
    process.once('exit', this.#killOnExit);
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  tell(line: string): void {
    this.#child.stdin.write(`${line}\n`);
  }

  /**
   * The next line. Only one read waits at a time.
   *
   * @throws Error that says how the process ended, with the last that it wrote to stderr; the
   * reason of `signal` when that comes first, and then the process has been killed.
   */
  async line(signal: AbortSignal): Promise<string> {
    const said = this.#lines.shift();
    if (said !== undefined) return said;
    if (this.#ended !== undefined) throw this.#failure(this.#ended);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#reader = { resolve, reject };
    const stop = () => {
      reject(new Error('stopped', { cause: signal.reason }));
      this.kill();
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', stop);
      this.#reader = undefined;
    }
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets it end by itself: there is nothing more to be told. Kills it after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#child.stdin.end();
    const late = setTimeout(() => this.kill(), graceMs);
    await this.#exited;
    clearTimeout(late);
  }

  #read(text: string): void {
    const lines = (this.#pending + text).split('\n');
    this.#pending = lines.pop() ?? '';
    for (const line of lines) this.#hear(line);
    if (this.#pending.length <= agentdojoLimits.lineCharactersMax) return;
    this.#end('wrote a line without end');
    this.kill();
  }

  #hear(line: string): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader === undefined) this.#lines.push(line);
    else reader.resolve(line);
  }

  #end(how: string): void {
    this.#ended ??= this.#pending === '' ? how : `${how} in the middle of a line`;
    process.removeListener('exit', this.#killOnExit);
    this.#reader?.reject(this.#failure(this.#ended));
  }

  #failure(how: string): Error {
    const last = this.#stderr.trim();
    return new Error(last === '' ? how : `${how}; it wrote last:\n${last}`);
  }
}
