import { type Cost, outcomeSchema, type TrialOutcome } from '../trial/trial.ts';

/** Runs a trial; what it is late with is not waited for longer than the grace. */
export interface AttemptOptions {
  readonly timeoutMs: number;
  /** How long a trial that was told to stop may take to do so. */
  readonly graceMs: number;
  /** True if an error says nothing about the trial, so that it may be tried once more. */
  readonly isTransient: (error: unknown) => boolean;
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
}

type Work = (signal: AbortSignal) => Promise<TrialOutcome>;

const messageCharactersMax = 2000;

/**
 * The outcome of one trial, an error where it throws, is late or gives what is no outcome; a
 * transient error is tried once more. `undefined` only if the sweep itself was told to stop.
 */
export async function attempt(
  work: Work,
  options: AttemptOptions,
): Promise<TrialOutcome | undefined> {
  const startedMs = options.nowMs();
  for (const isLast of [false, true]) {
    try {
      const outcome = outcomeSchema.safeParse(await within(work, options));
      return outcome.success ? outcome.data : failed('the trial gave no sound outcome', 0);
    } catch (error) {
      if (options.signal.aborted) return undefined;
      if (isLast || !options.isTransient(error))
        return failed(messageOf(error), options.nowMs() - startedMs);
    }
  }
  return undefined;
}

async function within(work: Work, options: AttemptOptions): Promise<TrialOutcome> {
  const { timeoutMs, graceMs } = options;
  const late = new AbortController();
  const signal = AbortSignal.any([options.signal, late.signal]);
  signal.throwIfAborted();
  const timer = setTimeout(() => {
    late.abort(new Error(`the trial took longer than ${timeoutMs} ms`));
  }, timeoutMs);
  const grace = graceAfter(signal, graceMs);
  try {
    const outcome = await Promise.race([work(signal), grace.over]);
    // The result after the end does not count: the trial may have been cut short.
    signal.throwIfAborted();
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    grace.cancel();
  }
}

function graceAfter(
  signal: AbortSignal,
  graceMs: number,
): { readonly over: Promise<never>; readonly cancel: () => void } {
  const { promise: over, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => reject(signal.reason), graceMs);
  };
  signal.addEventListener('abort', begin, { once: true });
  const cancel = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', begin);
  };
  return { over, cancel };
}

function failed(message: string, ms: number): TrialOutcome {
  const cost: Cost = { modelCalls: 0, steps: 0, inputTokens: 0, outputTokens: 0, ms };
  return { kind: 'error', message: message.slice(0, messageCharactersMax), cost };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
