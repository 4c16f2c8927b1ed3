import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { StoreError } from '../../errors.ts';
import { storeLimits } from '../../limits.ts';
import { asStoreError } from './failure.ts';

export interface CheckpointSetup {
  readonly file: string;
  readonly walPagesMax: number;
  readonly lockWaitMs: number;
}

/** `move`: carry the log over into the database; `cut`: and leave an empty file of it. */
export type CheckpointOrder = 'move' | 'cut' | 'close';

export interface CheckpointReply {
  readonly isDone: boolean;
  /** SQLite's result code, where it failed. */
  readonly errcode?: number | undefined;
}

/**
 * Moves the write-ahead log into the database on another thread: it waits for the disk, for tenths
 * of a second where that is slow, and no request should wait with it. The thread is started when
 * it is first needed.
 */
export class Checkpointer {
  readonly #file: string;
  readonly #replies: ((reply: CheckpointReply) => void)[] = [];
  #worker: Worker | undefined;
  #changes = 0;
  #bytes = 0;
  #moving: Promise<unknown> | undefined;
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Counts committed changes; every so many, the log is moved. */
  committed(changes: number): void {
    this.#changes += changes;
    if (this.#moving !== undefined || this.#changes < storeLimits.changesPerMoveMax) return;
    void this.#move();
  }

  /**
   * For who stores much: resolves once the log is moved that they have filled. Moved while much is
   * written it would only grow, until everybody's writes wait for it.
   */
  async wrote(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.#bytes < storeLimits.pieceBytesPerMoveMax) return;
    this.#bytes = 0;
    await this.#moving;
    await (this.#moving ?? this.#move());
  }

  async #move(): Promise<void> {
    this.#changes = 0;
    const moving = this.#order('move').finally(() => {
      this.#moving = undefined;
    });
    this.#moving = moving;
    await moving;
  }

  /**
   * Leaves nothing in the log. Throws `store-locked` where another process reads from it, and what
   * the disk says, such as `store-full`.
   */
  async cut(): Promise<void> {
    const { isDone, errcode } = await this.#order('cut');
    if (isDone) return;
    const cause = new Error('the log was not cut');
    if (errcode !== undefined) throw asStoreError(Object.assign(cause, { errcode }), this.#file);
    throw new StoreError('store-locked', 'what was erased is still in the write-ahead log', {
      hint: 'end other processes that have the database open, and erase once more',
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (worker === undefined) return;
    await this.#ordered(worker, 'close');
    await worker.terminate();
  }

  async #order(order: CheckpointOrder): Promise<CheckpointReply> {
    if (this.#isClosed) return { isDone: false };
    return await this.#ordered((this.#worker ??= this.#start()), order);
  }

  async #ordered(worker: Worker, order: CheckpointOrder): Promise<CheckpointReply> {
    return await new Promise((resolve) => {
      this.#replies.push(resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window's
      worker.postMessage(order);
    });
  }

  #start(): Worker {
    const { walPagesMax, lockWaitMsMax: lockWaitMs } = storeLimits;
    const workerData: CheckpointSetup = { file: this.#file, walPagesMax, lockWaitMs };
    // The file beside this one, as source or as it was built.
    const beside = `./checkpoint-worker${path.extname(import.meta.filename)}`;
    const worker = new Worker(new URL(beside, import.meta.url), { workerData });
    worker.unref();
    worker.on('message', (reply: CheckpointReply) => this.#replies.shift()?.(reply));
    void once(worker, 'exit')
      .catch(() => undefined)
      .then(() => this.#ended());
    return worker;
  }

  /** A thread that ended without being asked has moved nothing; the next order starts another. */
  #ended(): void {
    this.#worker = undefined;
    for (const reply of this.#replies.splice(0)) reply({ isDone: false });
  }
}
