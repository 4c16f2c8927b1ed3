import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { StatementSync } from 'node:sqlite';
import type { Tip } from '../../chain.ts';
import { StoreError, type StoreErrorCode } from '../../errors.ts';
import { storeLimits } from '../../limits.ts';
import { putNote } from '../../queries/meta.ts';
import { type Database, whenFree } from './database.ts';
import type { Disk } from './disk.ts';
import { asStoreError, closed } from './failure.ts';

/** A change. It may run more than once, so it changes nothing but the database and the tip. */
export type Change<T> = (tip: Tip) => T;

/**
 * `normal`: what is acknowledged survives the end of the process, however it ends; a loss of power
 * may take the last changes that were not `durable`, and never leaves a broken database. `full`:
 * every change is durable.
 */
export type Durability = 'normal' | 'full';

export interface WriteOptions {
  /** Acknowledged only once it lies on the disk: it survives a loss of power. */
  readonly durable?: boolean | undefined;
}

/** For changes of which nothing may be lost, and few are made. */
export const durably: WriteOptions = { durable: true };

export interface WriterOptions {
  readonly readTip: () => Tip;
  readonly durability: Durability;
  readonly disk: Disk;
  /** Told how many changes a transaction has committed. */
  readonly onCommitted: (changes: number) => void;
}

type Acknowledge = () => void;

interface Job {
  /** Makes the change; what it returns acknowledges it. */
  readonly run: (tip: Tip) => Acknowledge;
  readonly isDurable: boolean;
  readonly reject: (cause: unknown) => void;
}

interface Failure {
  readonly cause: unknown;
}

/**
 * Group commit: the changes of one turn of the event loop share a transaction, and each is
 * acknowledged once that is committed. Where one fails, each is made again in a transaction of its
 * own: that is rare, and savepoints would cost every change for it.
 */
export class Writer {
  readonly #database: Database;
  readonly #options: WriterOptions;
  readonly #control: Record<'begin' | 'commit', StatementSync>;
  readonly #flushing = new Set<Promise<void>>();
  #waiting: Job[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;
  #fault: StoreError | undefined;
  /** The fault of the last wait for the disk. A transaction without such a wait keeps it. */
  #diskFault: StoreError | undefined;

  constructor(database: Database, options: WriterOptions) {
    this.#database = database;
    this.#options = options;
    this.#control = {
      begin: database.raw.prepare('begin immediate'),
      commit: database.raw.prepare('commit'),
    };
  }

  /**
   * Resolves once the change is committed, and a durable one lies on the disk. Rejects, with
   * nothing kept of it, where it fails; where only the disk failed, it may be kept or not.
   */
  async write<T>(change: Change<T>, { durable = false }: WriteOptions = {}): Promise<T> {
    if (this.#isClosed) throw closed();
    const isDurable = durable || this.#options.durability === 'full';
    return await new Promise<T>((resolve, reject) => {
      const run = (tip: Tip): (() => void) => {
        const value = change(tip);
        return () => resolve(value);
      };
      this.#waiting.push({ run, isDurable, reject });
      this.#running ??= new Promise((done) => {
        setImmediate(() => void this.#drain().finally(done));
      });
    });
  }

  /** Why the last transaction, or wait for the disk, failed, where none has succeeded since. */
  get fault(): StoreError | undefined {
    return this.#diskFault ?? this.#fault;
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
    this.#options.disk.close();
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const failure = await this.#beginWhenFree();
      const jobs = this.#waiting;
      this.#waiting = [];
      const again = this.#end(jobs, failure);
      for (const job of again) this.#end([job], await this.#beginWhenFree());
    }
    this.#running = undefined;
  }

  async #beginWhenFree(): Promise<Failure | undefined> {
    try {
      await whenFree(storeLimits.lockWaitMsMax, () => this.#begin());
      return undefined;
    } catch (cause) {
      return { cause: this.#failure(cause) };
    }
  }

  #begin(): void {
    this.#database.guarded(() => this.#control.begin.run());
  }

  /** Ends a transaction that has begun, or says why not; gives the changes to make again alone. */
  #end(jobs: readonly Job[], notBegun: Failure | undefined): readonly Job[] {
    const made = notBegun ?? this.#attempt(jobs);
    if (Array.isArray(made)) this.#settle(jobs, made);
    else if (notBegun === undefined && jobs.length > 1) return jobs;
    else for (const { reject } of jobs) reject(made.cause);
    return [];
  }

  /** The acknowledgements of each change once all are committed, or the reason for the rollback. */
  #attempt(jobs: readonly Job[]): Acknowledge[] | Failure {
    try {
      const tip = this.#options.readTip();
      const made = jobs.map((job) => job.run(tip));
      this.#control.commit.run();
      this.#fault = undefined;
      return made;
    } catch (cause) {
      // SQLite gives some transactions up by itself (a full disk).
      if (this.#database.raw.isTransaction) this.#database.raw.exec('rollback');
      return { cause: this.#failure(cause) };
    }
  }

  #settle(jobs: readonly Job[], made: readonly Acknowledge[]): void {
    this.#options.onCommitted(jobs.length);
    const isDurable = (_: unknown, at: number): boolean => jobs[at]?.isDurable === true;
    acknowledge(made.filter((each, at) => !isDurable(each, at)));
    const waiting = made.filter(isDurable);
    if (waiting.length === 0) return;
    // The next transaction goes on meanwhile; it is acknowledged after its own wait.
    const settled = this.#afterDisk(jobs.filter(isDurable), waiting).finally(() =>
      this.#flushing.delete(settled),
    );
    this.#flushing.add(settled);
  }

  async #afterDisk(jobs: readonly Job[], made: readonly Acknowledge[]): Promise<void> {
    try {
      await this.#options.disk.flushed();
    } catch (cause) {
      const failure = asStoreError(cause, this.#database.file);
      if (failure instanceof StoreError) this.#diskFault = failure;
      for (const { reject } of jobs) reject(failure);
      return;
    }
    this.#diskFault = undefined;
    acknowledge(made);
  }

  #failure(cause: unknown): unknown {
    const failure = asStoreError(cause, this.#database.file);
    if (failure instanceof StoreError && isOfTheDisk(failure)) this.#fault = failure;
    return failure;
  }
}

const ofTheDisk: ReadonlySet<StoreErrorCode> = new Set([
  'store-full',
  'store-read-only',
  'store-failed',
  'store-corrupt',
]);

/** Not the fault of one change: the next will fail, too. */
function isOfTheDisk({ code }: StoreError): boolean {
  return ofTheDisk.has(code);
}

function acknowledge(made: readonly Acknowledge[]): void {
  for (const each of made) each();
}

/**
 * Gives what rejects while nothing can be written. A write that failed is not tried again by each
 * who asks: those who ask at once share one attempt, and where the disk was full, none is made
 * before there is room for what requests store.
 */
export function writability(
  database: Database,
  writer: Pick<Writer, 'fault' | 'write'>,
): () => Promise<void> {
  const probe = database.prepare(putNote);
  const attempt = async (): Promise<void> => {
    const { fault } = writer;
    if (fault?.code === 'store-full' && !(await hasRoom(database.file))) throw fault;
    await writer.write(() => probe.run({ name: 'probe', value: Uint8Array.of(1) }), durably);
  };
  let trying: Promise<void> | undefined;
  return async () => {
    if (writer.fault === undefined) return;
    trying ??= attempt().finally(() => (trying = undefined));
    await trying;
  };
}

async function hasRoom(file: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(path.dirname(file));
  return bavail * bsize >= storeLimits.roomBytesMin;
}
