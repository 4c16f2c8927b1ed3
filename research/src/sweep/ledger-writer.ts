import { existsSync, mkdirSync } from 'node:fs';
import { type FileHandle, open, truncate } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SluiceError } from '@sluice/core';
import type { LedgerLine } from '../trial/trial.ts';
import { eachLine } from './ledger-file.ts';

/** The file is synced after at most this many lines, or this long. */
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

/**
 * Claims a ledger for this sweep; gives what releases it. The claim is a lock of the system's on
 * a file beside the ledger, so that it ends with the process, however that ends. Throws
 * `file-unreadable` where another sweep has it, or where no lock can be had.
 */
function claimLedger(ledger: string): () => void {
  mkdirSync(path.dirname(path.resolve(ledger)), { recursive: true });
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(`${ledger}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
  } catch (cause) {
    if (lock?.isOpen === true) lock.close();
    throw new SluiceError('file-unreadable', `cannot claim the ledger \`${ledger}\``, {
      hint: 'another sweep may be writing it: wait for that, or name another file',
      cause,
    });
  }
  const held = lock;
  return () => {
    if (held.isOpen) held.close();
  };
}
