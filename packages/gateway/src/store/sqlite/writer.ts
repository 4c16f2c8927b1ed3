import type { StatementSync } from 'node:sqlite';
import { storeLimits } from '../limits.ts';
import type { Database } from './database.ts';
import { type Disk, logOnDisk } from './disk.ts';
import { asStoreError, closed } from './failure.ts';
import { whenFree } from './when-free.ts';

/** The newest link of the chain, as far as the transaction has come. */
export interface Tip {
  seq: number;
  hash: string;
}

/** A change. It may run more than once, so it changes nothing but the database and the tip. */
export type Change<T> = (tip: Tip) => T;

/**
 * `process`: what is acknowledged survives the end of the process, however it ends; a loss of power
 * may take the last changes, and never leaves a broken database. `power`: it survives that too, and
 * each acknowledgement waits for the disk.
 */
export type Durability = 'process' | 'power';

export interface WriterOptions {
  readonly readTip: () => Tip;
  readonly durability: Durability;
  /** Told how many changes a transaction has committed. */
  readonly onCommitted: (changes: number) => void;
}

interface Job {
  /** Makes the change; what it returns acknowledges it. */
  readonly run: (tip: Tip) => () => void;
  readonly reject: (cause: unknown) => void;
}

interface Failure {
  readonly cause: unknown;
}

type Outcome = { readonly acknowledge: () => void } | Failure;

/**
 * Group commit: the changes of one turn of the event loop share a transaction, and each is
 * acknowledged once that is committed. A change that fails is undone alone.
 */
export class Writer {
  readonly #database: Database;
  readonly #options: WriterOptions;
  readonly #disk: Disk | undefined;
  readonly #control: Record<'begin' | 'commit' | 'savepoint' | 'undo' | 'release', StatementSync>;
  readonly #flushing = new Set<Promise<void>>();
  #waiting: Job[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(database: Database, options: WriterOptions) {
    this.#database = database;
    this.#options = options;
    this.#disk = options.durability === 'power' ? logOnDisk(database.file) : undefined;
    this.#control = {
      begin: database.raw.prepare('begin immediate'),
      commit: database.raw.prepare('commit'),
      savepoint: database.raw.prepare('savepoint change'),
      undo: database.raw.prepare('rollback to change'),
      release: database.raw.prepare('release change'),
    };
  }

  /** Resolves once the change is committed. Rejects, with nothing kept of it, where it fails. */
  async write<T>(change: Change<T>): Promise<T> {
    if (this.#isClosed) throw closed();
    return await new Promise<T>((resolve, reject) => {
      const run = (tip: Tip): (() => void) => {
        const value = change(tip);
        return () => resolve(value);
      };
      this.#waiting.push({ run, reject });
      this.#running ??= new Promise((done) => {
        setImmediate(() => void this.#drain().finally(done));
      });
    });
  }

  /** The newest link that is committed. */
  tip(): Readonly<Tip> {
    return this.#options.readTip();
  }

  /** Refuses further changes and resolves once those that wait are done. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#running;
    await Promise.all(this.#flushing);
    this.#disk?.close();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const failure = await this.#beginWhenFree();
      const jobs = this.#waiting;
      this.#waiting = [];
      if (failure === undefined) this.#commit(jobs);
      else for (const { reject } of jobs) reject(failure.cause);
    }
    this.#running = undefined;
  }

  async #beginWhenFree(): Promise<Failure | undefined> {
    try {
      await whenFree(storeLimits.lockWaitMsMax, () => this.#begin());
      return undefined;
    } catch (cause) {
      return { cause };
    }
  }

  #begin(): void {
    this.#database.guarded(() => this.#control.begin.run());
  }

  /** Within a transaction that has begun. */
  #commit(jobs: readonly Job[]): void {
    const outcomes = this.#attempt(jobs);
    if (Array.isArray(outcomes)) this.#settle(jobs, outcomes);
    else if (jobs.length === 1) jobs[0]?.reject(outcomes.cause);
    else for (const job of jobs) this.#alone(job);
  }

  /** What fails may undo the whole transaction (a full disk does): each has its own then. */
  #alone(job: Job): void {
    try {
      this.#begin();
    } catch (cause) {
      job.reject(cause);
      return;
    }
    this.#commit([job]);
  }

  /** The outcome of each change once all are committed, or why the transaction was lost. */
  #attempt(jobs: readonly Job[]): Outcome[] | Failure {
    try {
      const tip = this.#options.readTip();
      const outcomes = jobs.map((job) => this.#try(job, tip));
      this.#control.commit.run();
      return outcomes;
    } catch (cause) {
      if (this.#database.raw.isTransaction) this.#database.raw.exec('rollback');
      return { cause: this.#failure(cause) };
    }
  }

  #try(job: Job, tip: Tip): Outcome {
    const before = { ...tip };
    try {
      this.#control.savepoint.run();
      const acknowledge = job.run(tip);
      this.#control.release.run();
      return { acknowledge };
    } catch (cause) {
      // Where SQLite gave the transaction up by itself, the changes before this one went with it.
      if (!this.#database.raw.isTransaction) throw cause;
      this.#control.undo.run();
      this.#control.release.run();
      Object.assign(tip, before);
      return { cause: this.#failure(cause) };
    }
  }

  #settle(jobs: readonly Job[], outcomes: readonly Outcome[]): void {
    this.#options.onCommitted(jobs.length);
    if (this.#disk === undefined) {
      settle(jobs, outcomes);
      return;
    }
    // The next transaction goes on meanwhile; it is acknowledged after its own wait.
    const settled = this.#disk
      .flushed()
      .then(() => settle(jobs, outcomes))
      .catch((cause: unknown) => {
        for (const { reject } of jobs) reject(asStoreError(cause, this.#database.file));
      })
      .finally(() => this.#flushing.delete(settled));
    this.#flushing.add(settled);
  }

  #failure(cause: unknown): unknown {
    return asStoreError(cause, this.#database.file);
  }
}

function settle(jobs: readonly Job[], outcomes: readonly Outcome[]): void {
  for (const [index, outcome] of outcomes.entries()) {
    if ('acknowledge' in outcome) outcome.acknowledge();
    else jobs[index]?.reject(outcome.cause);
  }
}
