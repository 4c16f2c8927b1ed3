import { closeSync, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const flush = promisify(fdatasync);

/** Waits for the disk. */
export interface Disk {
  /** Resolves once all that was written before lies on the disk. */
  readonly flushed: () => Promise<void>;
  readonly close: () => void;
}

/**
 * The write-ahead log of a database on its disk. The wait is a thread's of the pool, not the event
 * loop's. To close a file ends the locks that this process has on it; SQLite has none on the log.
 */
export function logOnDisk(file: string): Disk {
  const handle = openSync(`${file}-wal`, 'r+');
  return {
    flushed: async () => await flush(handle),
    close: () => closeSync(handle),
  };
}
