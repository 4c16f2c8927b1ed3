/** The mistakes in how Sluice is set up or called, for programs to match on. */
export type ErrorCode =
  | 'label-invalid'
  | 'lattice-invalid'
  | 'policy-invalid'
  | 'settings-invalid'
  | 'tools-invalid'
  | 'propagator-invalid'
  | 'history-invalid'
  | 'model-failed'
  | 'peer-missing'
  | 'limit-exceeded'
  | 'file-unreadable'
  | 'weights-invalid'
  | 'download-failed'
  | 'aborted';

/** A mistake in how this library is set up or called. Refusals are `Decision`s instead. */
export class SluiceError extends Error {
  override readonly name = 'SluiceError';
  readonly code: ErrorCode;
  /** The mistake without the hint; `message` is both, for whoever prints nothing else. */
  readonly problem: string;
  /** Says what to type or change next. */
  readonly hint: string;

  constructor(
    code: ErrorCode,
    problem: string,
    { hint, cause }: { readonly hint: string; readonly cause?: unknown },
  ) {
    const message = problem.includes(hint) ? problem : `${problem}; ${hint}`;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.problem = problem;
    this.hint = hint;
  }
}
