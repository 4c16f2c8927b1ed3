import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import { StoreError } from '../../errors.ts';

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
  nameOnDisk(path.dirname(file));
  let failure: StoreError | undefined;
  return {
    flushed: async () => {
      try {
        if (failure === undefined) await flush(handle);
      } catch (cause) {
        failure = lost(cause);
      }
      // INVARIANT (no-hole): a system forgets what it could not write. Whatever was committed after
      // a failed wait stands behind a hole in the log, and is never called durable.
      if (failure !== undefined) throw failure;
    },
    close: () => closeSync(handle),
  };
}

async function flush(handle: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    fdatasync(handle, (cause) => (cause === null ? resolve() : reject(cause)));
  });
}

/** A file that was made is there after a loss of power once its folder was waited for. */
function nameOnDisk(folder: string): void {
  // Windows opens no folder, and its file systems keep their own journal of names.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function lost(cause: unknown): StoreError {
  return new StoreError('store-failed', 'the disk did not take what was written', {
    hint: 'look at the system log, and start the gateway again',
    cause,
  });
}
