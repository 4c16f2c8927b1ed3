import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { SluiceError } from '@sluice/core';

/**
 * A file that is there whole or not at all, for its user alone. It grows beside its place, and
 * takes it when it is done: of an export that breaks off nothing stays, and what stood there
 * before does. Throws `file-unreadable`.
 */
export class ExportFile {
  readonly #file: string;
  readonly #part: string;
  readonly #force: boolean;
  readonly #handle: number;
  #isOpen = true;

  constructor(file: string, { force }: { readonly force: boolean }) {
    this.#file = file;
    this.#force = force;
    this.#part = `${file}.${randomBytes(6).toString('hex')}.part`;
    if (!force && existsSync(file)) throw isThere(file);
    try {
      this.#handle = openSync(this.#part, 'wx', 0o600);
    } catch (cause) {
      throw new SluiceError('file-unreadable', `cannot create \`${file}\``, {
        hint: 'name a file in a folder that you may write to',
        cause,
      });
    }
  }

  /** Throws where the disk is full, say. */
  write(text: string): void {
    const bytes = Buffer.from(text);
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#handle, bytes, at);
    } catch (cause) {
      throw new SluiceError('file-unreadable', `cannot write \`${this.#file}\``, {
        hint: 'check the free space on the disk',
        cause,
      });
    }
  }

  /** A second name where none may stand before is made or not, in one act. */
  finish(): void {
    this.#close();
    try {
      if (this.#force) renameSync(this.#part, this.#file);
      else linkSync(this.#part, this.#file);
    } catch (cause) {
      this.undo();
      throw existsSync(this.#file) ? isThere(this.#file, cause) : noLinks(this.#file, cause);
    }
    if (!this.#force) rmSync(this.#part);
  }

  undo(): void {
    this.#close();
    rmSync(this.#part, { force: true });
  }

  #close(): void {
    if (this.#isOpen) closeSync(this.#handle);
    this.#isOpen = false;
  }
}

function isThere(file: string, cause?: unknown): SluiceError {
  return new SluiceError('file-unreadable', `\`${file}\` already exists`, {
    hint: 'name another file, or replace this one with `--force`',
    cause,
  });
}

function noLinks(file: string, cause: unknown): SluiceError {
  return new SluiceError('file-unreadable', `cannot create \`${file}\` without replacing a file`, {
    hint: 'its disk has no links: name a file on another disk, or add `--force`',
    cause,
  });
}
