import { SluiceError } from '../errors.ts';

const hints: readonly (readonly [statuses: readonly number[], hint: string])[] = [
  [[401, 403], 'check the API key, and that it may use this model'],
  [[404], 'check the model name and the base URL'],
  [[400, 413, 422], 'check that the model takes tools, and that the conversation fits its context'],
  [[408, 429], 'wait and try again, or raise the rate limit of the key'],
];

/**
 * The error for a failed generation. Providers quote the request in their errors, so neither their
 * message nor the error itself (`cause`) is passed on: only the HTTP status is.
 */
export function modelError(model: string, error: unknown, signal: AbortSignal): SluiceError {
  if (error instanceof SluiceError) return error;
  if (signal.aborted) {
    return new SluiceError('aborted', `the generation of \`${model}\` was aborted`, {
      hint: 'call again with a signal that is not aborted',
    });
  }
  const status = statusOf(error);
  if (status === undefined) {
    return new SluiceError('model-failed', `cannot reach \`${model}\`, or its answer broke off`, {
      hint: 'check the base URL, and that the server runs',
    });
  }
  return new SluiceError('model-failed', `\`${model}\` answered with HTTP status ${status}`, {
    hint:
      hints.find(([statuses]) => statuses.includes(status))?.[1] ??
      'try again; where it persists, read the log of the server',
  });
}

/** An answer that is not what the protocol says. `what` is ours, never text of the answer. */
export function malformedReply(model: string, what: string): SluiceError {
  return new SluiceError('model-failed', `\`${model}\` answered ${what}`, {
    hint: 'check that the server speaks the protocol of this model port',
  });
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}
