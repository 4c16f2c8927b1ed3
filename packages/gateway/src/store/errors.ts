/** The faults of a store, for programs to match on. */
export type StoreErrorCode =
  | 'store-exposed'
  | 'store-unopenable'
  | 'store-newer'
  | 'store-locked'
  | 'store-full'
  | 'store-read-only'
  | 'store-corrupt'
  | 'store-conflict'
  | 'store-failed'
  | 'store-closed'
  | 'store-unreachable'
  | 'store-taken'
  | 'run-erased'
  | 'master-key-missing'
  | 'master-key-invalid'
  | 'master-key-wrong';

/**
 * The store cannot do what was asked. Nothing of the change that failed was kept, and nothing that
 * was acknowledged before is lost. The message quotes file names only, never a stored value.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** The next thing to type or change. */
  readonly hint: string;

  constructor(
    code: StoreErrorCode,
    message: string,
    { hint, cause }: { readonly hint: string; readonly cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
  }
}
