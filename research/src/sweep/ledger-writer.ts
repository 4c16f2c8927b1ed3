import { open, truncate, type FileHandle } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import type { LedgerLine } from '../trial/row.ts';
import { eachLine } from './ledger-file.ts';
import { claimLedger } from './lock.ts';

/** What the file must hold of every batch after at most this many lines, or this long. */
const syncEvery = { lines: 16, ms: 1000 } as const;

/**
 * The one writer of a ledger: whole lines, appended, in batches brought to the disk. What a kill
 * leaves of a line is cut off on opening.
 */
export class LedgerWriter {
  readonly #handle: FileHandle;
  readonly #release: () => void;
  /** Bytes of a torn last line that opening cut off. */
  readonly tornBytes: number;
  #queue: Promise<void> = Promise.resolve();
  #unsynced = 0;
  #syncedMs = performance.now();

  private constructor(handle: FileHandle, release: () => void, tornBytes: number) {
    this.#handle = handle;
    this.#release = release;
    this.tornBytes = tornBytes;
  }

  /** Opens or creates a ledger and hands on the lines that it holds; throws as `claimLedger`. */
  static async open(file: string, known: (line: LedgerLine) => void): Promise<LedgerWriter> {
    const release = claimLedger(file);
    try {
      const extent = existsSync(file) ? await eachLine(file, known) : undefined;
      if (extent !== undefined && extent.tornBytes > 0) await truncate(file, extent.wholeBytes);
      return new LedgerWriter(await open(file, 'a'), release, extent?.tornBytes ?? 0);
    } catch (cause) {
      release();
      throw cause;
    }
  }

  /** Resolves when the line is in the file. After a failure every later append fails too. */
  append(line: LedgerLine): Promise<void> {
    this.#queue = this.#queue.then(() => this.#write(line));
    return this.#queue;
  }

  async close(): Promise<void> {
    try {
      await this.#queue;
      await this.#sync();
    } finally {
      await this.#handle.close();
      this.#release();
    }
  }

  async #write(line: LedgerLine): Promise<void> {
    await this.#handle.appendFile(`${JSON.stringify(line)}\n`);
    this.#unsynced += 1;
    const waited = performance.now() - this.#syncedMs;
    if (this.#unsynced >= syncEvery.lines || waited >= syncEvery.ms) await this.#sync();
  }

  async #sync(): Promise<void> {
    await this.#handle.sync();
    this.#unsynced = 0;
    this.#syncedMs = performance.now();
  }
}
