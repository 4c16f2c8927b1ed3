import { StoreError, type StoreErrorCode } from '../../errors.ts';
import { storeLimits } from '../../limits.ts';
import type { Database } from './database.ts';
import { closed, isUnreachable } from './failure.ts';
import { Transaction } from './transaction.ts';

/** A change that may share its transaction. It may be made more than once. */
export interface Change<T> {
  /** Asks for what it must know, together with the others. */
  readonly read: (transaction: Transaction) => Promise<unknown>;
  readonly make: (transaction: Transaction) => Promise<T>;
}

interface Job {
  readonly read: ((transaction: Transaction) => Promise<unknown>) | undefined;
  /** Makes the change; what it returns acknowledges it. */
  readonly make: (transaction: Transaction) => Promise<() => void>;
  readonly reject: (cause: unknown) => void;
}

/**
 * Group commit: what comes while a transaction runs shares the next. Where one fails, each of its
 * changes is made again alone, but for those of which nobody knows what became of them.
 */
export class Writer {
  readonly #database: Database;
  readonly #epoch: number | undefined;
  #waiting: Job[] = [];
  #running: Promise<void> | undefined;
  #isClosed = false;
  #fault: StoreError | undefined;

  /** `epoch`: that of the lease under which it writes; `undefined`: whoever has it. */
  constructor(database: Database, epoch: number | undefined) {
    this.#database = database;
    this.#epoch = epoch;
  }

  /** Why the last transaction failed, where none has succeeded since. */
  get fault(): StoreError | undefined {
    return this.#fault;
  }

  /** In a transaction of its own. Resolves once it is committed; rejects where it failed. */
  async write<T>(make: (transaction: Transaction) => Promise<T>): Promise<T> {
    return await this.#add(make, undefined);
  }

  /** The same, in a transaction that others share. */
  async writeTogether<T>({ read, make }: Change<T>): Promise<T> {
    return await this.#add(make, read);
  }

  async #add<T>(make: Change<T>['make'], read: Job['read']): Promise<T> {
    if (this.#isClosed) throw closed();
    return await new Promise<T>((resolve, reject) => {
      const acknowledged = async (transaction: Transaction): Promise<() => void> => {
        const value = await make(transaction);
        return () => resolve(value);
      };
      this.#waiting.push({ read, make: acknowledged, reject });
      this.#running ??= new Promise((done) => {
        setImmediate(() => void this.#drain().finally(done));
      });
    });
  }

  /** Refuses further changes and resolves once those that wait are done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, this.#together());
      const failure = await this.#attempt(jobs);
      if (failure === undefined) continue;
      const isAgain = jobs.length > 1 && !isUnreachable(failure.cause);
      for (const job of jobs) {
        const own = isAgain ? await this.#attempt([job]) : failure;
        if (own !== undefined) job.reject(own.cause);
      }
    }
    this.#running = undefined;
  }

  /** How many of those that wait can share a transaction. */
  #together(): number {
    const alone = this.#waiting.findIndex(({ read }) => read === undefined);
    const shared = alone === -1 ? this.#waiting.length : alone;
    return Math.max(1, Math.min(shared, storeLimits.changesPerTransactionMax));
  }

  async #attempt(jobs: readonly Job[]): Promise<{ readonly cause: unknown } | undefined> {
    try {
      const made = await this.#database.write(async (session) => {
        const transaction = new Transaction(session);
        // Sent before the questions, so that these are answered within the transaction.
        const begun = transaction.begin(this.#epoch);
        await Promise.all([begun, ...jobs.map(async ({ read }) => await read?.(transaction))]);
        const acknowledgements: (() => void)[] = [];
        for (const { make } of jobs) acknowledgements.push(await make(transaction));
        await transaction.commit();
        return acknowledgements;
      });
      this.#fault = undefined;
      for (const acknowledge of made) acknowledge();
      return undefined;
    } catch (cause) {
      if (cause instanceof StoreError && lasting.has(cause.code)) this.#fault = cause;
      return { cause };
    }
  }
}

/** Not the fault of one change: the next will fail, too. */
const lasting: ReadonlySet<StoreErrorCode> = new Set([
  'store-full',
  'store-read-only',
  'store-failed',
  'store-corrupt',
  'store-unreachable',
  'store-unopenable',
  'store-taken',
  'store-locked',
]);
