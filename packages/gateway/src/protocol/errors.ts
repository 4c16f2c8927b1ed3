import type { Failure } from './protocol.ts';

export interface RequestErrorOptions {
  readonly hint: string;
  readonly status?: number | undefined;
  /** Seconds after which the same request may be served. */
  readonly retryAfterS?: number | undefined;
  /** Headers that tell the client more. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The client's request cannot be served as it stands. Its message quotes names of fields only. */
export class RequestError extends Error implements Failure {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, message: string, more: RequestErrorOptions) {
    super(message);
    this.code = code;
    this.hint = more.hint;
    this.status = more.status ?? 400;
    const { retryAfterS, headers } = more;
    const retry = retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) };
    this.headers = { ...retry, ...headers };
  }
}

export interface UpstreamErrorOptions {
  readonly hint: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
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
  /** Headers that tell the client more, e.g. when to try again. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: string, message: string, more: UpstreamErrorOptions) {
    super(message);
    this.code = code;
    this.hint = more.hint;
    this.status = more.status;
    this.headers = more.headers ?? {};
  }
}
