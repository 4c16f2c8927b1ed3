import { uptime } from 'node:os';

/** So far the machine's clock is followed: it is set right by seconds now and then. */
const driftMsMax = 60_000;

/** A gateway that was off for longer than this may as well have a wrong clock. */
const offMsMax = 7 * 86_400_000;

/** A clock that has run in step with the machine for so long is believed again. */
const inStepMsMin = 86_400_000;

export interface ClockSources {
  /** The machine's clock, which anybody may set. */
  readonly wallMs: () => number;
  /** How long the machine has run, sleep included: nobody can set that. */
  readonly uptimeMs: () => number;
  /** The same without sleep, where it costs less to ask. */
  readonly awakeMs?: () => number;
}

/** Why the machine's clock is not believed. */
export type ClockDoubt = 'clock-behind' | 'clock-ahead' | 'clock-jumped';

/** Since which uptime the clock has run in step with the machine, and how far ahead of it. */
interface InStep {
  readonly sinceMs: number;
  readonly aheadMs: number;
}

/** A doubt that outlasts a restart. */
export interface Doubt extends InStep {
  readonly because: ClockDoubt;
}

/**
 * The gateway's time. It starts at the machine's clock and goes on as the machine runs: where
 * somebody sets that clock, nothing expires early or late. A clock that is behind the record's last
 * event goes on from there. One in doubt is believed again when it has run in step with the machine
 * for a day.
 */
export class Clock {
  readonly #sources: Required<ClockSources>;
  /** The wall-clock time at an uptime of zero. */
  #beganMs: number;
  #sleptMs: number;
  #doubt: ClockDoubt | undefined;
  #inStep: InStep;

  constructor({ wallMs, uptimeMs, awakeMs = uptimeMs }: ClockSources) {
    this.#sources = { wallMs, uptimeMs, awakeMs };
    this.#sleptMs = uptimeMs() - awakeMs();
    this.#beganMs = wallMs() - uptimeMs();
    this.#inStep = { sinceMs: uptimeMs(), aheadMs: this.#beganMs };
  }

  /**
   * Holds the machine's clock against the record, whose last event was at `lastMs`. A doubt from
   * before the start goes on: the clock in doubt may have written that event.
   */
  goOnFrom(lastMs: number, before?: Doubt): void {
    const { wallMs, uptimeMs } = this.#sources;
    this.#doubt = doubtOf(wallMs() - lastMs) ?? before?.because;
    if (before !== undefined && this.#isSince(before)) this.#inStep = before;
    if (this.#doubt === 'clock-behind') this.#beganMs = lastMs - uptimeMs();
  }

  /** Whole milliseconds. */
  readonly nowMs = (): number => {
    const wall = this.#sources.wallMs();
    const steady = this.#beganMs + this.#sleptMs + this.#sources.awakeMs();
    return isNear(wall, steady) ? wall : this.#exactMs(wall);
  };

  /**
   * No later than the machine's clock says either: by this time nothing is older than it is, as
   * long as one of the two is right.
   */
  get leastMs(): number {
    return Math.min(this.nowMs(), this.#sources.wallMs());
  }

  /** Why nothing old may be erased by this clock now. */
  get doubt(): ClockDoubt | undefined {
    const { wallMs, uptimeMs } = this.#sources;
    const [wall, up] = [wallMs(), uptimeMs()];
    const aheadMs = wall - up;
    // Held against where the stretch began: a clock that creeps is in step for no long time.
    if (!isNear(aheadMs, this.#inStep.aheadMs)) this.#inStep = { sinceMs: up, aheadMs };
    if (up - this.#inStep.sinceMs >= inStepMsMin) {
      this.#doubt = undefined;
      return undefined;
    }
    if (this.#doubt !== undefined) return this.#doubt;
    return isNear(wall, this.#exactMs(wall)) ? undefined : 'clock-jumped';
  }

  /** The doubt, and since when the clock has run in step, for the next start. */
  get inDoubt(): Doubt | undefined {
    const { sinceMs, aheadMs } = this.#inStep;
    const because = this.doubt;
    return because && { because, sinceMs, aheadMs };
  }

  /** The machine has run since, and its clock in step with it. */
  #isSince({ sinceMs, aheadMs }: InStep): boolean {
    return sinceMs <= this.#inStep.sinceMs && isNear(aheadMs, this.#inStep.aheadMs);
  }

  /** They may only differ because the machine slept. */
  #exactMs(wall: number): number {
    const { uptimeMs, awakeMs } = this.#sources;
    const up = uptimeMs();
    this.#sleptMs = up - awakeMs();
    const steady = Math.floor(this.#beganMs + up);
    return isNear(wall, steady) ? wall : steady;
  }
}

/** This machine's own. */
export const machineClock: ClockSources = {
  wallMs: Date.now,
  uptimeMs: () => uptime() * 1_000,
  awakeMs: () => performance.now(),
};

function doubtOf(sinceLastMs: number): ClockDoubt | undefined {
  if (sinceLastMs < -driftMsMax) return 'clock-behind';
  return sinceLastMs > offMsMax ? 'clock-ahead' : undefined;
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= driftMsMax;
}
