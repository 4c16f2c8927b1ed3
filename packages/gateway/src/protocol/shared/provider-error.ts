import { UpstreamError } from '../errors.ts';
import { isRecord } from './fields.ts';

/** Our words for an error that a provider is known to give: its own text is not passed on. */
interface KnownError {
  /** The status that goes with it, where it comes inside a stream. */
  readonly status: number;
  readonly message: string;
  readonly hint: string;
  /** The same request will fail again. */
  readonly isFinal?: true;
}

const tooLong: KnownError = {
  status: 400,
  // Clients know it by these words: they then shorten the conversation by themselves.
  message: "prompt is too long: it is over the model's maximum context length",
  hint: 'shorten the conversation, or use a model with a longer context',
};
const overloaded: KnownError = {
  status: 529,
  message: 'the provider is overloaded',
  hint: 'wait and try again',
};
const rateLimited: KnownError = {
  status: 429,
  message: 'the provider limits the rate of the gateway’s key',
  hint: 'wait and try again, or raise the rate limit of the key',
};
const noQuota: KnownError = {
  status: 429,
  message: 'the gateway’s key has no quota left at the provider',
  hint: 'add to it, or use another key in the gateway’s environment',
  isFinal: true,
};
const keyRefused: KnownError = {
  status: 401,
  message: 'the provider refused the gateway’s key, not the client’s',
  hint: 'set the provider’s key in the gateway’s environment',
  isFinal: true,
};
const forbidden: KnownError = {
  status: 403,
  message: 'the provider does not allow this to the gateway’s key',
  hint: 'use another model, or a key that may use it',
};
const notFound: KnownError = {
  status: 404,
  message: 'the provider has no such model or route',
  hint: 'check the model’s name, and `baseUrl` in `gateway.yaml`',
};
const tooLarge: KnownError = {
  status: 413,
  message: 'the request is too large for the provider',
  hint: 'send less: fewer or smaller files and messages',
};
const refused: KnownError = {
  status: 400,
  message: 'the provider refused the request',
  hint: 'check the model’s name and the fields that it allows',
};
const filtered: KnownError = {
  status: 400,
  message: 'the provider’s filter refused the request',
  hint: 'change what is asked',
};
const timedOut: KnownError = {
  status: 504,
  message: 'the provider did not answer in time',
  hint: 'try again, or ask for less',
};
const failed: KnownError = {
  status: 502,
  message: 'the provider gave an error',
  hint: 'try again; if it stays, look at the provider’s status page',
};

/**
 * Codes of the providers, and words that they use in place of one. What stands in no such list is
 * not passed on: a text of the provider's may quote what it was sent.
 */
const known: Readonly<Record<string, KnownError>> = {
  context_length_exceeded: tooLong,
  string_above_max_length: tooLong,
  request_too_large: tooLarge,
  insufficient_quota: noQuota,
  billing_hard_limit_reached: noQuota,
  billing_not_active: noQuota,
  billing_error: { ...noQuota, status: 402 },
  rate_limit_exceeded: rateLimited,
  rate_limit_error: rateLimited,
  invalid_api_key: keyRefused,
  authentication_error: keyRefused,
  permission_error: forbidden,
  unsupported_country_region_territory: forbidden,
  model_not_found: notFound,
  not_found_error: notFound,
  invalid_request_error: refused,
  invalid_value: refused,
  invalid_type: refused,
  invalid_prompt: filtered,
  missing_required_parameter: refused,
  unknown_parameter: refused,
  unsupported_parameter: refused,
  unsupported_value: refused,
  content_filter: filtered,
  content_policy_violation: filtered,
  timeout_error: timedOut,
  overloaded_error: overloaded,
  server_error: failed,
  api_error: failed,
  API_KEY_INVALID: keyRefused,
  UNAUTHENTICATED: keyRefused,
  PERMISSION_DENIED: forbidden,
  NOT_FOUND: notFound,
  INVALID_ARGUMENT: refused,
  FAILED_PRECONDITION: refused,
  OUT_OF_RANGE: refused,
  RESOURCE_EXHAUSTED: rateLimited,
  UNAVAILABLE: { ...overloaded, status: 503 },
  DEADLINE_EXCEEDED: timedOut,
  INTERNAL: failed,
};

/** Where providers have no code for it; that it is said is all that is read of the text. */
const saysTooLong =
  /maximum context length|context (?:length|window) (?:is )?exceed|exceeds? the (?:model's )?(?:maximum )?context|prompt is too long|input is too long|input token count.{0,40}exceeds the maximum/i;

const byStatus: Readonly<Record<number, KnownError & { readonly code: string }>> = {
  400: { ...refused, code: 'upstream_refused' },
  401: { ...keyRefused, code: 'upstream_key_refused' },
  402: { ...noQuota, code: 'upstream_no_quota' },
  403: { ...forbidden, code: 'upstream_forbidden' },
  404: { ...notFound, code: 'upstream_not_found' },
  413: { ...tooLarge, code: 'upstream_too_large' },
  422: { ...refused, code: 'upstream_refused' },
  429: { ...rateLimited, code: 'upstream_rate_limited' },
  503: { ...overloaded, code: 'upstream_overloaded' },
  504: { ...timedOut, code: 'upstream_timeout' },
  529: { ...overloaded, code: 'upstream_overloaded' },
};

export type ProviderHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * An error of the provider's for the client: its status, its code where that is one we know, and
 * our words. `body`: what it was sent as, read or not.
 */
export function errorResponse(
  status: number,
  { headers, body }: { readonly headers: ProviderHeaders; readonly body: unknown },
): UpstreamError {
  const isPassed = status >= 400 && status < 600 && status !== 500;
  const fallback = byStatus[status] ?? {
    ...(status >= 400 && status < 500 ? refused : failed),
    code: 'upstream_error',
  };
  const code = codeIn(body);
  const named = code === undefined ? undefined : known[code];
  const { message, hint, isFinal } = named ?? fallback;
  return new UpstreamError(code ?? fallback.code, message, {
    hint,
    status: isPassed ? status : 502,
    headers: {
      ...(isFinal && { 'x-should-retry': 'false' }),
      ...waitIn(body),
      ...passedHeaders(headers),
    },
  });
}

/** An error inside a response that began well. */
export function errorInside(body: unknown): UpstreamError {
  const code = codeIn(body);
  const { message, hint, status } = (code === undefined ? undefined : known[code]) ?? failed;
  return new UpstreamError(code ?? 'upstream_failed', message, { hint, status });
}

/** The provider's code, where it is one of those above: the narrower of what it names. */
function codeIn(body: unknown): string | undefined {
  const error = errorIn(body);
  if (error === undefined) return undefined;
  const { code, type, status, message } = error;
  if (isKnown(code)) return code;
  const detailed = detailsOf(error).flatMap(codeOfDetail).at(0);
  if (detailed !== undefined) return detailed;
  const word = isKnown(type) ? type : status;
  const isRefusal = !isKnown(word) || vague.has(word);
  if (isRefusal && typeof message === 'string' && saysTooLong.test(message)) {
    return 'context_length_exceeded';
  }
  return isKnown(word) ? word : undefined;
}

/** Codes that say no more than that a request is no good. */
const vague: ReadonlySet<string> = new Set(['invalid_request_error', 'INVALID_ARGUMENT']);

type Body = Readonly<Record<string, unknown>>;

/** Google sends a list of one where it speaks the protocol of another. */
function errorIn(body: unknown): Body | undefined {
  const whole: unknown = Array.isArray(body) ? body[0] : body;
  const error = isRecord(whole) && isRecord(whole['error']) ? whole['error'] : whole;
  return isRecord(error) ? error : undefined;
}

function detailsOf({ details }: Body): readonly Body[] {
  return Array.isArray(details) ? details.filter(isRecord) : [];
}

/** Google's `ErrorInfo` and `QuotaFailure`: a quota for a day is as good as none for now. */
function codeOfDetail({ reason, violations }: Body): readonly string[] {
  if (isKnown(reason)) return [reason];
  const quotas: readonly unknown[] = Array.isArray(violations) ? violations : [];
  const isForDay = quotas.some(
    (quota) => isRecord(quota) && /PerDay/.test(String(quota['quotaId'])),
  );
  return isForDay ? ['insufficient_quota'] : [];
}

/** Google's `RetryInfo` as the header that others send. */
function waitIn(body: unknown): Readonly<Record<string, string>> {
  for (const { retryDelay } of detailsOf(errorIn(body) ?? {})) {
    const seconds = /^(\d{1,6})(?:\.\d{1,9})?s$/.exec(String(retryDelay))?.[1];
    // A part of a second is one more: to come too early costs another error.
    if (seconds !== undefined) return { 'retry-after': String(Number(seconds) + 1) };
  }
  return {};
}

function isKnown(code: unknown): code is string {
  return typeof code === 'string' && Object.hasOwn(known, code);
}

/** Headers that say when to try again, and by what name the provider knows the request. */
const passed: Readonly<Record<string, (value: string) => string | undefined>> = {
  'retry-after': (value) => matching(/^\d{1,9}(?:\.\d{1,9})?$/, value) ?? dateOf(value),
  'retry-after-ms': (value) => matching(/^\d{1,12}(?:\.\d{1,9})?$/, value),
  'x-should-retry': (value) => matching(/^(?:true|false)$/, value),
  'x-request-id': (value) => matching(/^[\w-]{1,128}$/, value),
  'request-id': (value) => matching(/^[\w-]{1,128}$/, value),
};

function passedHeaders(headers: ProviderHeaders): Readonly<Record<string, string>> {
  const found = Object.entries(passed).flatMap(([name, read]) => {
    const value = headers[name];
    const text = typeof value === 'string' ? read(value.trim()) : undefined;
    return text === undefined ? [] : [[name, text] as const];
  });
  return Object.fromEntries(found);
}

function matching(pattern: RegExp, value: string): string | undefined {
  return pattern.test(value) ? value : undefined;
}

/** Written anew, so that nothing but a date is passed on. */
function dateOf(value: string): string | undefined {
  const ms = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms).toUTCString();
}
