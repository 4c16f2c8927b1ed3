/**
 * The signals that end a process that serves: of Ctrl-C, and of a service manager. The signal of a
 * closed terminal is left alone, so that `nohup` can keep it away; what was stored survives its
 * default too.
 */
const signals = ['SIGINT', 'SIGTERM'] as const;

/** The exit code that a shell gives a command that Ctrl-C ended (128 + SIGINT). */
const interrupted = 130;

/** Resolves at the first signal to end; the second ends the process at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(interrupted);
      asked = true;
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
