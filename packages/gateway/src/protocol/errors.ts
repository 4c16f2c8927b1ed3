import type { Failure } from './protocol.ts';

export interface RequestErrorOptions {
  readonly hint: string;
  readonly status?: number | undefined;
  readonly retryAfterS?: number | undefined;
}

/** The client's request cannot be served as it stands. Its message quotes names of fields only. */
export class RequestError extends Error implements Failure {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  /** Seconds after which the same request may be served. */
  readonly retryAfterS: number | undefined;

  constructor(code: string, message: string, more: RequestErrorOptions) {
    super(message);
    this.code = code;
    this.hint = more.hint;
    this.status = more.status ?? 400;
    this.retryAfterS = more.retryAfterS;
  }
}

/**
 * The upstream gave an error or nothing that can be read. `status` is what the client gets; the
 * upstream's own text is not passed on, for it may quote what was sent.
 */
export class UpstreamError extends Error implements Failure {
  override readonly name = 'UpstreamError';
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  /** Seconds, from the upstream's `retry-after`. */
  readonly retryAfterS: number | undefined;

  constructor(
    code: string,
    message: string,
    more: { readonly hint: string; readonly status: number; readonly retryAfterS?: number },
  ) {
    super(message);
    this.code = code;
    this.hint = more.hint;
    this.status = more.status;
    this.retryAfterS = more.retryAfterS;
  }
}
