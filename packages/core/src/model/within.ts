export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly because: Failure; readonly cause?: unknown };

/** Why something that was run has given nothing. */
export type Failure = 'failed' | 'timed-out' | 'aborted';

/**
 * Runs something that others wrote, for at most `timeoutMs`. What throws, hangs or is aborted has
 * given nothing; a late answer is ignored.
 */
export async function within<T>(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  run: (signal: AbortSignal) => Promise<T> | T,
): Promise<Outcome<T>> {
  if (signal.aborted) return { kind: 'failed', because: 'aborted' };
  const own = new AbortController();
  let stop = (_outcome: Outcome<T>): void => {};
  const stopped = new Promise<Outcome<T>>((resolve) => {
    stop = resolve;
  });
  const timer = setTimeout(() => {
    stop({ kind: 'failed', because: 'timed-out' });
    own.abort();
  }, timeoutMs);
  const aborted = (): void => {
    stop({ kind: 'failed', because: 'aborted' });
    own.abort();
  };
  signal.addEventListener('abort', aborted, { once: true });
  try {
    return await Promise.race([settle(run, own.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', aborted);
  }
}

async function settle<T>(
  run: (signal: AbortSignal) => Promise<T> | T,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  try {
    return { kind: 'done', value: await run(signal) };
  } catch (cause) {
    return { kind: 'failed', because: 'failed', cause };
  }
}
