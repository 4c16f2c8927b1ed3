import { median } from 'simple-statistics';

/** How far a sweep is. */
export interface Progress {
  /** Trials that have an outcome. */
  readonly done: number;
  readonly total: number;
  /** The number of finished ones with an error. */
  readonly errors: number;
  /** Trials that this sweep ran. */
  readonly ran: number;
  /** Trials run a minute, over all lanes; `undefined` before the first ends. */
  readonly perMinute: number | undefined;
  /** From the median of the last trials; `undefined` before the first ends. */
  readonly leftMs: number | undefined;
}

const rememberedMax = 101;

/** The durations of the last trials of a sweep. */
export class Pace {
  readonly #lanes: number;
  #lastMs: readonly number[] = [];

  constructor(lanes: number) {
    this.#lanes = lanes;
  }

  ended(tookMs: number): void {
    this.#lastMs = [...this.#lastMs, tookMs].slice(-rememberedMax);
  }

  /** A median: one stuck trial says nothing about the others. */
  of(left: number): Pick<Progress, 'perMinute' | 'leftMs'> {
    if (this.#lastMs.length === 0) return { perMinute: undefined, leftMs: undefined };
    const trialMs = Math.max(1, median([...this.#lastMs]));
    const lanes = Math.max(1, Math.min(this.#lanes, left));
    return {
      perMinute: (60_000 * this.#lanes) / trialMs,
      leftMs: (left * trialMs) / lanes,
    };
  }
}

/** One line, for a terminal to draw over or for a pipe to keep. */
export function printProgress(progress: Progress): string {
  const { done, total, errors, perMinute, leftMs } = progress;
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  return [
    `${done}/${total} trials (${share}%)`,
    ...(errors > 0 ? [`${errors} errors`] : []),
    ...(perMinute === undefined ? [] : [`${Math.round(perMinute)} a minute`]),
    ...(leftMs === undefined || done === total ? [] : [`${duration(leftMs)} left`]),
  ].join(', ');
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
