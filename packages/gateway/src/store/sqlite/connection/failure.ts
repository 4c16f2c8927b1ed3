import { StoreError, type StoreErrorCode } from '../../errors.ts';

/** SQLite's primary result codes (https://www.sqlite.org/rescode.html) that have a remedy. */
const meanings: Readonly<Record<number, readonly [StoreErrorCode, string, string]>> = {
  5: ['store-locked', 'is locked by another process', 'stop the other process, or wait for it'],
  6: ['store-locked', 'is locked by another process', 'stop the other process, or wait for it'],
  8: [
    'store-read-only',
    'cannot be written',
    'give this user write access to the file and its folder',
  ],
  10: ['store-failed', 'could not be read or written by the disk', 'look at the system log'],
  11: ['store-corrupt', 'is damaged', 'stop the gateway and restore a backup'],
  13: ['store-full', 'cannot grow: the disk is full', 'free some space; nothing stored is lost'],
  14: ['store-unopenable', 'cannot be opened', 'check the path, and who owns the folder'],
  19: ['store-conflict', 'holds this already', 'load the run again: another change came first'],
  26: ['store-corrupt', 'is not a Sluice database', 'restore a backup, or name another file'],
};

/** An error of SQLite, as a `StoreError` that says what to do; any other error as it is. */
export function asStoreError(cause: unknown, file: string): unknown {
  if (isClosed(cause)) return closed();
  const code = resultCode(cause);
  if (code === undefined) return cause;
  const [name, problem, hint] = meanings[code] ?? [
    'store-failed',
    `failed with SQLite's error ${code}`,
    'look at the cause of this error',
  ];
  return new StoreError(name, `the database \`${file}\` ${problem}`, { hint, cause });
}

/** True if another connection holds the lock: to try again may help. */
export function isBusy(cause: unknown): boolean {
  const code = resultCode(cause instanceof StoreError ? cause.cause : cause);
  return code === 5 || code === 6;
}

/** The primary result code; SQLite's extended codes carry it in their lowest byte. */
function resultCode(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !('errcode' in cause)) return undefined;
  return typeof cause.errcode === 'number' ? cause.errcode & 0xff : undefined;
}

function isClosed(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_INVALID_STATE';
}

/** The error of every call after `close`. */
export function closed(): StoreError {
  return new StoreError('store-closed', 'the store was closed', {
    hint: 'open it again with `openSqliteStore`',
  });
}
