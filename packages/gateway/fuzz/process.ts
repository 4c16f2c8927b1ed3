import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Operator } from './operators.ts';

/** The requests to the gateway's process. */
export type Wish =
  | { readonly kind: 'events'; readonly id: number; readonly answer: string }
  | { readonly kind: 'answer'; readonly id: number; readonly watched: readonly string[] }
  | { readonly kind: 'state'; readonly id: number }
  | { readonly kind: 'question'; readonly id: number; readonly question: string }
  | { readonly kind: 'stop' };

/** An event as far as it holds no values. */
export interface BareEvent {
  readonly type: string;
  readonly label: string;
}

/** The state that a request may change only where an operator asks for it. */
export interface State {
  readonly questions: string;
  readonly keys: string;
  /** How many acts of operators are recorded. */
  readonly acts: number;
}

/** A question as the store has it. */
export interface AskedQuestion {
  readonly tenant: string;
  readonly label: string;
  readonly hash: string;
  readonly request: string;
}

export type Told =
  | {
      readonly kind: 'ready';
      readonly url: string;
      readonly keys: Readonly<Record<string, string>>;
      readonly operators: readonly Operator[];
    }
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'events'; readonly id: number; readonly events: readonly BareEvent[] }
  | { readonly kind: 'state'; readonly id: number; readonly state: State }
  | {
      readonly kind: 'question';
      readonly id: number;
      readonly question: AskedQuestion | undefined;
    }
  | { readonly kind: 'done'; readonly id: number };

/** The gateway's process: what it says on any channel is kept, and whether it has ended. */
export class Target {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly operators: readonly Operator[];
  readonly #process: ChildProcess;
  readonly #answers: Map<number, (told: Told | undefined) => void> = new Map();
  #said: string[] = [];
  #wishes = 0;

  private constructor(child: ChildProcess, ready: Extract<Told, { kind: 'ready' }>) {
    this.#process = child;
    this.url = ready.url;
    this.keys = ready.keys;
    this.operators = ready.operators;
    child.on('message', (told: Told) => this.#take(told));
    child.once('exit', () => {
      for (const answer of this.#answers.values()) answer(undefined);
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#said.push(text));
    }
  }

  /** `args`: see `target.ts`. */
  static async start(...args: readonly string[]): Promise<Target> {
    const file = fileURLToPath(new URL('./target.ts', import.meta.url));
    const execArgv = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'];
    const child = fork(file, args, { execArgv, silent: true });
    return new Promise((resolve, reject) => {
      child.on('message', (told: Told) => {
        if (told.kind === 'ready') resolve(new Target(child, told));
      });
      child.once('exit', () => reject(new Error('the gateway ended before it served')));
    });
  }

  /** Why the process has ended, or `undefined` while it runs. */
  get ended(): string | undefined {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) return undefined;
    return `exit code ${exitCode}, signal ${signalCode}`;
  }

  /** The log and output since the last call. */
  takeSaid(): readonly string[] {
    const said = this.#said;
    this.#said = [];
    return said;
  }

  /** The events under an answer's id, in order, without their values. */
  async events(answer: string): Promise<readonly BareEvent[]> {
    const told = await this.#ask((id) => ({ kind: 'events', id, answer }));
    return told?.kind === 'events' ? told.events : [];
  }

  /** Has the operator answer what is open. */
  async answerQuestions(watched: readonly string[]): Promise<void> {
    await this.#ask((id) => ({ kind: 'answer', id, watched }));
  }

  async state(): Promise<State | undefined> {
    const told = await this.#ask((id) => ({ kind: 'state', id }));
    return told?.kind === 'state' ? told.state : undefined;
  }

  async question(question: string): Promise<AskedQuestion | undefined> {
    const told = await this.#ask((id) => ({ kind: 'question', id, question }));
    return told?.kind === 'question' ? told.question : undefined;
  }

  /** Ends the process at once, as `kill -9` does. */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    if (this.ended !== undefined) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.send({ kind: 'stop' } satisfies Wish);
    await ended;
  }

  /** `undefined` where the process ended instead. */
  async #ask(wishOf: (id: number) => Wish): Promise<Told | undefined> {
    if (this.ended !== undefined) return undefined;
    this.#wishes += 1;
    const id = this.#wishes;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#process.send(wishOf(id));
    });
  }

  #take(told: Told): void {
    if (told.kind === 'log') this.#said.push(told.text);
    if (told.kind === 'log' || told.kind === 'ready') return;
    this.#answers.get(told.id)?.(told);
    this.#answers.delete(told.id);
  }
}

/** A folder for the gateway's database, which outlives its processes. */
export class TargetFolder {
  readonly path: string = mkdtempSync(path.join(tmpdir(), 'sluice-fuzz-'));

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
