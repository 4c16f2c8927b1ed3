import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { weightsLimits } from './weights-limits.ts';

/** How far a pull is. */
export interface PullProgress {
  readonly phase: 'waiting' | 'fetching' | 'unpacking' | 'checking';
  readonly bytes: number;
  /** The size of the whole, where that is known. */
  readonly of?: number | undefined;
}

/** Everything outside the process that a pull needs; tests bring their own. */
export interface PullIo {
  readonly fetch: typeof fetch;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Bytes that may still be written to where this folder is. */
  readonly freeBytes: (folder: string) => Promise<number>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly nowMs: () => number;
  /** Commands that may be pip, the first that runs is. */
  readonly pips: readonly (readonly string[])[];
  /** Calls `onSilence` once where nothing resets it in time. */
  readonly watchdog: (onSilence: () => void) => Watchdog;
}

/** Notices that a connection has gone silent. */
export interface Watchdog {
  readonly reset: () => void;
  readonly end: () => void;
}

/** The means that the sources of one pull are given. */
export interface PullWork {
  readonly io: PullIo;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: PullProgress) => void;
}

export const processIo: PullIo = {
  fetch: (...request) => fetch(...request),
  env: process.env,
  freeBytes: async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  wait: async (ms, signal) => await sleep(ms, undefined, { signal }),
  nowMs: () => Date.now(),
  pips: [['pip'], ['pip3'], ['python3', '-m', 'pip'], ['python', '-m', 'pip']],
  watchdog: (onSilence) => {
    const timer = setTimeout(onSilence, weightsLimits.stallMsMax);
    return { reset: () => void timer.refresh(), end: () => clearTimeout(timer) };
  },
};
